// Files that are imported as plain text, such as the drawings of the boxes.

declare module '*?raw' {
  const text: string
  export default text
}
