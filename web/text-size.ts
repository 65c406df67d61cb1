// Text follows the reader's own text size. Styles are written in the design's px; here the sizes of text become rem,
// and the widths at which pages change their layout become em, so that larger text gets the layout of a smaller
// screen. What is printed on cards and boards grows by a quarter at most: a face has no more room, and its full text
// is in its label and in the enlarged view.

import type { AtRule, Declaration, Plugin } from 'postcss'

const PRINTED = /src\/(boards\/|kit\/(Card|Pile|Token|Track|Dice|Hand|Phases)\.)/
const MOST = 1.25

const PX = /(?<![\w.#-])(\d*\.?\d+)px/g
const short = (n: number) => String(Number(n.toFixed(4)))

function sized(value: string, printed: boolean): string {
  // A size that follows the width of its card is a part of the drawing.
  if (value.includes('var(--') && value.includes('calc(')) return value
  return value.replace(PX, (_, digits: string) => {
    const px = Number(digits)
    const rem = `${short(px / 16)}rem`
    return printed ? `min(${rem}, ${short(px * MOST)}px)` : rem
  })
}

export function textSize(): Plugin {
  return {
    postcssPlugin: 'text-size',
    Declaration(declaration: Declaration, { result }) {
      if (declaration.prop !== 'font-size' && declaration.prop !== 'font') return
      if (!declaration.value.includes('px') || declaration.value.includes('rem')) return
      declaration.value = sized(declaration.value, PRINTED.test(result.opts.from ?? ''))
    },
    AtRule: {
      media(rule: AtRule) {
        rule.params = rule.params.replace(PX, (_, digits: string) => `${short(Number(digits) / 16)}em`)
      },
    },
  }
}
