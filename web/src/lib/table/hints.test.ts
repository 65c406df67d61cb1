// Hints in words.

import { expect, it } from 'vitest'
import type { Hint } from '../protocol'
import { hintInWords, odds, piecesOf } from './hints'

const move = (action: number, label: string, args = {}) => ({ action, name: 'm', args, text: `m ${action}`, label })
const legal = [move(1, 'Reveal'), move(2, 'Pass', { card: 'pz07', n: 3 })]
const hint = (moves: object[]): Hint =>
  ({ bot: 'hard', seat: 0, action: 1, text: 'm 1', sentence: '', moves: moves.map((m, i) => ({ action: i + 1, text: `m ${i + 1}`, visits: 9, ...m })) }) as unknown as Hint // prettier-ignore

it('says odds as people do', () => {
  expect([0.66, 0.5, 0.26, 0.01, 0.99, 0.88].map(odds)).toEqual(['about 2 in 3', 'about 1 in 2', 'about 1 in 4', 'hardly ever', 'nearly always', 'about 9 in 10'])
})

it('names the button and gives one reason', () => {
  expect(hintInWords(hint([{ chance: 0.65 }, { chance: 0.5 }]), legal)).toBe('Reveal. With it you win about 2 in 3; with “Pass” about 1 in 2.')
  expect(hintInWords(hint([{ chance: 0.65 }, { chance: 0.66 }]), legal)).toBe('Reveal. With it you win about 2 in 3; with “Pass” hardly less often.')
  expect(hintInWords(hint([{ share: 0.6 }, { share: 0.4 }]), legal)).toContain('now and then “Pass”')
  expect(hintInWords(hint([{}, { visits: 0 }]), legal)).toBe('Reveal. Most players would, without thinking long.')
  expect(hintInWords(hint([{}]), legal)).toBe('Reveal. There is nothing else to do.')
})

it('marks the pieces that it is about', () => {
  expect(piecesOf(legal[1])).toEqual(['pz07'])
})
