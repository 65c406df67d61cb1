// Files that are imported as plain text, such as the drawings of the boxes.

declare module '*?raw' {
  const text: string
  export default text
}

declare module 'subset-font' {
  interface Kept {
    targetFormat: 'woff2' | 'sfnt'
    keepFeatures?: string[]
  }
  export default function subset(font: Uint8Array, text: string, kept: Kept): Promise<Uint8Array>
}
