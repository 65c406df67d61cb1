// Lengths of time, in words.

/** A length of time as people say it. */
export function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const [n, unit] = minutes < 60 ? [minutes, 'minute'] : minutes < 2880 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day']
  return n === 0 ? 'less than a minute' : `${n} ${unit}${n === 1 ? '' : 's'}`
}
