// A link as a QR code, drawn by us from the squares that uqr finds.

import { encode } from 'uqr'

/** The code's dark squares as rows; null if the text is too long for a code that a phone reads off a screen. */
export function qrCode(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: 'L', border: 0, maxVersion: 10 }).data
  } catch {
    return null
  }
}

/** The dark squares as one SVG path in units of a square. */
export function qrPath(square: boolean[][]): string {
  let path = ''
  square.forEach((row, y) => row.forEach((dark, x) => (path += dark ? `M${x} ${y}h1v1h-1z` : '')))
  return path
}
