// House rules in words.

import type { Option } from '../lib/protocol'

/** What a value of a house rule means, in plain words. */
export function valueSays(option: Option, value: unknown): string {
  const i = option.values.findIndex((v) => JSON.stringify(v) === JSON.stringify(value))
  return option.means[i] || plainValue(option, value)
}

function plainValue(option: Option, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (option.kind === 'seat' && typeof value === 'number') return `seat ${value + 1}`
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
