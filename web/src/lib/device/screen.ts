// Where the side of a table lies over it instead of beside it: as in shell/Frame.svelte, in em, so that larger text
// counts as a smaller screen.

const small = typeof matchMedia === 'function' ? matchMedia('(max-width: 63.9375em)') : null

export function narrow(): boolean {
  return small?.matches ?? false
}
