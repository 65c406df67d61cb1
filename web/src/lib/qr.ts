// A QR code for an invitation: bytes, error correction level L, versions 1 to 6 (up to 134 bytes), as a square of
// dark and light modules. ISO/IEC 18004; only what a link needs.

interface Version {
  data: number // code words for data in each block
  check: number // code words for error correction in each block
  blocks: number
  align: number // centre of the one alignment pattern, 0 for none
}

const VERSIONS: Version[] = [
  { data: 19, check: 7, blocks: 1, align: 0 },
  { data: 34, check: 10, blocks: 1, align: 18 },
  { data: 55, check: 15, blocks: 1, align: 22 },
  { data: 80, check: 20, blocks: 1, align: 26 },
  { data: 108, check: 26, blocks: 1, align: 30 },
  { data: 68, check: 18, blocks: 2, align: 34 },
]

// Powers of two in the field of 256 that QR codes count in.
const EXP: number[] = []
const LOG: number[] = []
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x
  LOG[x] = i
  x = x << 1
  if (x & 256) x ^= 0x11d
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (EXP[((LOG[a] as number) + (LOG[b] as number)) % 255] as number)
}

function checkWords(data: number[], count: number): number[] {
  let divisor = [1]
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0]
    divisor.forEach((d, j) => (next[j + 1] = (next[j + 1] as number) ^ times(d, EXP[i] as number)))
    divisor = next
  }
  const rest = [...data, ...Array<number>(count).fill(0)]
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] as number
    divisor.forEach((d, j) => (rest[i + j] = (rest[i + j] as number) ^ times(d, lead)))
  }
  return rest.slice(data.length)
}

/** The modules of the code, true for dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)]
  const number = VERSIONS.findIndex((v) => v.data * v.blocks >= bytes.length + 2) + 1
  if (number === 0) return null
  const version = VERSIONS[number - 1] as Version
  const words = interleave(dataWords(bytes, version), version)
  const size = 17 + 4 * number
  let best: boolean[][] | null = null
  let least = Infinity
  for (let mask = 0; mask < 8; mask++) {
    const square = draw(size, version, words, mask)
    const cost = penalty(square)
    if (cost < least) [best, least] = [square, cost]
  }
  return best
}

function dataWords(bytes: number[], version: Version): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, 8)
  bytes.forEach((b) => put(b, 8))
  const room = version.data * version.blocks * 8
  put(0, Math.min(4, room - bits.length))
  while (bits.length % 8) bits.push(0)
  const words: number[] = []
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2))
  for (let pad = 0xec; words.length < version.data * version.blocks; pad ^= 0xfd) words.push(pad)
  return words
}

function interleave(data: number[], version: Version): number[] {
  const blocks = Array.from({ length: version.blocks }, (_, b) => data.slice(b * version.data, (b + 1) * version.data))
  const checks = blocks.map((b) => checkWords(b, version.check))
  const out: number[] = []
  for (let i = 0; i < version.data; i++) blocks.forEach((b) => out.push(b[i] as number))
  for (let i = 0; i < version.check; i++) checks.forEach((c) => out.push(c[i] as number))
  return out
}

function masked(mask: number, y: number, x: number): boolean {
  const rules = [
    (y + x) % 2,
    y % 2,
    x % 3,
    (y + x) % 3,
    (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
    ((y * x) % 2) + ((y * x) % 3),
    (((y * x) % 2) + ((y * x) % 3)) % 2,
    (((y + x) % 2) + ((y * x) % 3)) % 2,
  ]
  return rules[mask] === 0
}

function draw(size: number, version: Version, words: number[], mask: number): boolean[][] {
  const square: (boolean | undefined)[][] = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined))
  const set = (y: number, x: number, dark: boolean) => {
    if (y >= 0 && x >= 0 && y < size && x < size) (square[y] as (boolean | undefined)[])[x] = dark
  }
  const finder = (cy: number, cx: number) => {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dy), Math.abs(dx))
        set(cy + dy, cx + dx, ring !== 2 && ring !== 4)
      }
  }
  finder(3, 3)
  finder(3, size - 4)
  finder(size - 4, 3)
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  if (version.align)
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++)
        set(version.align + dy, version.align + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1)
  format(size, mask, set)
  // Data runs upwards and downwards through pairs of columns from the right, round what is drawn already.
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const up = ((right + 1) & 2) === 0
      const y = up ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (square[y]?.[x] !== undefined) continue
        const word = words[bit >> 3] ?? 0
        const dark = ((word >> (7 - (bit & 7))) & 1) === 1
        set(y, x, dark !== masked(mask, y, x))
        bit++
      }
    }
  }
  return square as boolean[][]
}

function format(size: number, mask: number, set: (y: number, x: number, dark: boolean) => void): void {
  const data = (0b01 << 3) | mask // level L
  let rest = data << 10
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10)
  const bits = ((data << 10) | rest) ^ 0x5412
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1
    set(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark)
    set(8, i < 8 ? size - 1 - i : i < 9 ? 15 - i : 14 - i, dark)
  }
  set(size - 8, 8, true)
}

function penalty(square: boolean[][]): number {
  const size = square.length
  let cost = 0
  let dark = 0
  const at = (y: number, x: number) => (square[y] as boolean[])[x] as boolean
  for (const across of [true, false])
    for (let a = 0; a < size; a++) {
      let run = 0
      let recent = ''
      for (let b = 0; b < size; b++) {
        const here = across ? at(a, b) : at(b, a)
        const before = b > 0 && (across ? at(a, b - 1) : at(b - 1, a))
        run = b > 0 && here === before ? run + 1 : 1
        if (run === 5) cost += 3
        else if (run > 5) cost += 1
        recent = (recent + (here ? '1' : '0')).slice(-11)
        if (recent === '10111010000' || recent === '00001011101') cost += 40
      }
    }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (at(y, x)) dark++
      if (y && x && at(y, x) === at(y - 1, x) && at(y, x) === at(y, x - 1) && at(y, x) === at(y - 1, x - 1)) cost += 3
    }
  return cost + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10))
}

/** The dark modules as one SVG path in units of a module. */
export function qrPath(square: boolean[][]): string {
  let path = ''
  square.forEach((row, y) => row.forEach((dark, x) => (path += dark ? `M${x} ${y}h1v1h-1z` : '')))
  return path
}
