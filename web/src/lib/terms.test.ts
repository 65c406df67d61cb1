import { expect, test } from 'vitest'
import { Glossary } from './terms'

const words = new Glossary({
  nest: { means: 'Doubles what you scavenge.', clause: 'HT-3.6', also: ['nests'] },
  'Nun-row': { means: 'Five hidden cards.', clause: 'RC-13.2', also: ['nun'] },
  'Yuck!': { means: 'A token.', clause: 'DR-9.4', also: [] },
  'Plus/Minus': { means: 'One more or less.', clause: 'DR-8.1', also: [] },
})
const found = (text: string) => words.split(text).flatMap((piece) => piece.term ?? [])

test('words are found in any form and any case, whole, and once in a sentence', () => {
  expect(found('You built Nests, and a nest.')).toEqual(['nest'])
  expect(found('Honest nesting.')).toEqual([])
  expect(found('Look at the Nun-row, not at a nun.')).toEqual(['Nun-row'])
  expect(found('Yuck! to a Plus/Minus')).toEqual(['Yuck!', 'Plus/Minus'])
})

test('a sentence keeps every letter', () => {
  const text = 'A nest beside the Nun-row: Yuck!'
  expect(words.split(text).map((piece) => piece.text).join('')).toBe(text)
})

test('every word says what it means and where', () => {
  expect(words.words).toEqual(['nest', 'Nun-row', 'Plus/Minus', 'Yuck!'])
  expect(words.says('nest')).toBe('nest: Doubles what you scavenge.')
  expect(words.clause('Yuck!')).toBe('DR-9.4')
  expect(new Glossary({}).split('plain')).toEqual([{ text: 'plain' }])
})
