// The drawings as text, built from few shapes: 48 rats and 6 captains, 15 pies, 11 things, 9 signs.

import { CAPTAINS } from './pie-rats'

const INK = '#231b18'
const SKIN = '#e7a9a0'
const CREAM = '#efe2c6'
const p = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const l = (d: string, stroke: string, width: number) => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
const c = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const e = (x: number, y: number, rx: number, ry: number, fill: string) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

const FURS = ['#8a7566', '#5f5450', '#a98863', '#77808a', '#9b6f5a']
const CLOTHS = ['#a8322b', '#2f6f8f', '#c98a1b', '#5b4a8a', '#3f7a4a', '#7a3f5f', '#3a4a57']
const ACCENTS = ['#a3201c', '#12737a', '#b9860f', '#6a3fa0', '#3c7a2c', '#4d5f73']

function head(fur: string, cloth: string): string {
  return (
    p('M8 60c0-13 9-19 22-19s22 6 22 19z', cloth) + p('M24 43l6 9 6-9z', CREAM) +
    c(13, 20, 9.5, fur) + c(47, 20, 9.5, fur) + c(13, 20, 5.5, SKIN) + c(47, 20, 5.5, SKIN) +
    p('M30 13c14 0 18 9 16 18-2 8-10 15-16 16-6-1-14-8-16-16-2-9 2-18 16-18z', fur) +
    c(23, 28, 2.5, INK) + c(37, 28, 2.5, INK) + c(23.8, 27.2, 0.8, '#fff') + c(37.8, 27.2, 0.8, '#fff') +
    e(30, 43, 3.6, 2.7, SKIN) + l('M24 40l-14-3M24 42l-13 3M36 40l14-3M36 42l13 3', INK, 0.9)
  ) // prettier-ignore
}

const BEARD = p('M18 40c4 13 20 13 24 0-4 4-8 3-12 6-4-3-8-2-12-6z', '#efe6da')
const PATCH = c(37, 28, 5, INK) + l('M16 21l28 10', INK, 2)

function hat(which: number, cloth: string, fur: string): string {
  return [
    p('M14 22C18 9 42 9 46 22c-10-5-22-5-32 0zM45 21l9-3-2 6 5 3H46z', cloth),
    p('M24 14c2-7 4-7 6-9 1 3 4 4 6 9z', fur),
    p('M9 20C18 4 42 4 51 20c-13-5-29-5-42 0z', INK) + p('M30 8l1.500 3h3L32 13l1 3-3-2-3 2 1-3-2.500-2h3z', '#f3e3b5'),
    p('M15 20C15 5 45 5 45 20z', cloth) + p('M13 18h34v5H13z', CREAM) + c(30, 7, 3.5, CREAM),
    p('M14 23C16 9 44 9 46 23l-4-3H18zM14 22l-8 6 8 1z', CREAM) + l('M18 15l24 4M22 11l20 4', cloth, 2.4),
    p('M17 20c-9-4-4-16 5-12 2-6 14-6 16 0 9-4 14 8 5 12z', '#fff') + p('M17 17h26v5H17z', '#e6dcc8'),
  ][which] as string
}

/** A rat of the crew: fur, headgear, cloth and a mark of its own; larger the stronger it is. */
export function ratArt(index: number, strength: number): string {
  const [fur, cloth] = [FURS[index % 5] as string, CLOTHS[(index * 3) % 7] as string]
  const mark = [PATCH, l('M17 33l7 5M19 38l4-5', SKIN, 1.6), l('M7 30a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0', '#d9a72c', 2), BEARD]
  const size = 0.76 + 0.05 * strength
  return `<g transform="translate(30 60) scale(${size}) translate(-30 -60)">${head(fur, cloth)}${hat(index % 6, cloth, fur)}${mark[(Math.floor(index / 6) + index) % 4]}</g>`
}

/** A captain: tricorn in the captain's colour, and what the captain is known by. */
export function captainArt(id: string): string {
  const which = Math.max(0, CAPTAINS.indexOf(id))
  const gold = '#eebf4d'
  const known = [
    l('M47 58V48m0 0c9-1 9-13 1-11', '#8d98a3', 3.4),
    p('M43 12c4-9 11-9 14-7-2 5-7 9-13 9z', '#f1e4c8') + l('M19 26l-3-2M41 26l3-2', INK, 2),
    PATCH,
    c(30, 9, 4, gold) + c(13, 21, 3, gold) + c(47, 21, 3, gold),
    c(30, 13, 5, gold) + p('M25 13l-6-3v6zM35 13l6-3v6z', gold),
    BEARD + l('M20 24l6 2M40 24l-6 2', INK, 2),
  ]
  const cloth = ACCENTS[which] as string
  const tricorn = p('M7 22C16 2 44 2 53 22c-14-7-32-7-46 0z', cloth) + p('M7 22c14-7 32-7 46 0l-3 3c-13-6-27-6-40 0z', '#e9c76a')
  return head(FURS[(which + 2) % 5] as string, cloth) + tricorn + known[which]
}

export const SPINACH_LEAF = p('M45 58c-8-6-6-16 4-21 9 6 10 15 2 21z', '#3f8f3a') + l('M48 59V43M48 52l-4-4M48 50l4-4', '#dff0c8', 1.4)

// filling, and how the top looks: l lattice, s solid with vents, c cream swirls, m crumble, w wavy meringue, n nuts
const PIES: [string, string][] = [
  ['#f3d64b', 'w'], ['#b6cf5a', 'c'], ['#43478f', 'l'], ['#f2dfa0', 'c'], ['#c0374f', 's'],
  ['#a3162c', 'l'], ['#eda25a', 'm'], ['#5a3524', 'c'], ['#b9752f', 's'], ['#efe4c2', 'm'],
  ['#cf6a25', 'w'], ['#6b3a20', 'm'], ['#d9761e', 'c'], ['#8a4b22', 'n'], ['#4e2a2b', 'l'],
] // prettier-ignore

function topping(top: string, filling: string): string {
  if (top === 'l') return l('M18 26l32 14M30 23l30 12M14 31l21 9M62 26L30 40M50 23L20 35M66 31l-21 9', '#e0a450', 4)
  if (top === 's') return e(40, 31, 29, 10.5, '#dfa24e') + l('M40 25v4M33 27l3 4M47 27l-3 4M40 34v3', filling, 3)
  if (top === 'c')
    return p('M18 32c0-6 8-6 8-1 1-7 10-7 10 0 1-7 10-7 10 0 1-7 9-6 9 0 1-5 8-4 7 1-4 6-12 8-22 8s-19-3-22-8z', '#fff6e0') + p('M40 20c6 2 7 7 0 11-7-4-6-9 0-11z', filling)
  if (top === 'w')
    return p('M13 31c2-6 8-4 9-9 5 1 6-3 9-5 4 3 6-1 9-4 3 3 6 6 9 4 4 1 4 6 9 6 0 5 8 3 9 8-8 10-46 10-54 0z', '#fff6e0') + l('M26 28q4-6 8 0M40 26q4-6 8 0', '#d9a25a', 2)
  const bits = [[24, 30], [33, 26], [43, 25], [53, 28], [57, 33], [46, 34], [35, 35], [28, 35]] // prettier-ignore
  return bits.map(([x, y]) => (top === 'm' ? c(x as number, y as number, 4.3, '#d8aa66') : e(x as number, y as number, 5, 2.5, '#dca463'))).join('')
}

export function pieArt(index: number): string {
  const [filling, top] = PIES[index % 15] as [string, string]
  return (
    p('M8 36l9 19h46l9-19z', '#9aa3ad') + l('M21 42l3 11M33 43l1 11M47 43l-1 11M59 42l-3 11', '#6f7983', 2) +
    e(40, 33, 36, 15, '#a8672a') + e(40, 32, 35, 13.5, '#d99a45') + e(40, 31, 29, 10.5, filling) + topping(top, filling)
  ) // prettier-ignore
}

const GOLD = '#dca12c'
const GOODS: Record<string, string> = {
  doubloons: c(14, 25, 10, '#7d560c') + c(14, 25, 8.4, GOLD) + c(27, 27, 10, '#7d560c') + c(27, 27, 8.4, GOLD) + c(21, 13, 10, '#7d560c') + c(21, 13, 8.4, GOLD) + l('M21 9v8M18 11.500h6M18 14.500h6', '#7d560c', 1.8),
  hooked_hand: p('M10 30h14v8H10z', '#6b3f22') + l('M17 30V20c0-4 3-5 6-5 7 0 9-9 2-11-4-1-7 1-7 4', '#8793a0', 4.5),
  parrot: p('M12 38c-4-14 0-32 12-34 9 0 11 8 8 14-2 8-8 12-10 20z', '#2e8b4f') + p('M31 9c6 0 7 6 3 9-1-3-3-4-5-4z', '#e8a52c') + c(25, 10, 3.5, '#fff') + c(25.5, 10, 1.6, INK) + p('M15 20c4 4 9 4 12 1-1 7-7 9-12 9z', '#c2352c'),
  cutlass: p('M12 27C14 14 24 5 37 3c-2 12-9 22-21 26z', '#aab6c0') + l('M7 23c3 6 8 10 13 11', '#b8842a', 4) + l('M11 30l-7 7', '#5a3420', 5),
  spyglass: p('M3 31l5 6 10-8-5-6z', '#c98d28') + p('M12 22l6 8 10-8-6-8z', '#7a4a22') + p('M21 12l8 10 9-7-8-11z', '#c98d28'),
  charm: p('M20 37C6 26 3 20 3 14a8.500 8.500 0 0 1 17-3 8.500 8.500 0 0 1 17 3c0 6-3 12-17 23z', '#b52b57') + p('M20 12l2 5 5 2-5 2-2 5-2-5-5-2 5-2z', '#ffe9a8'),
  carob_bean: p('M6 8c2 16 10 26 27 27 4 0 4-5 0-6C22 27 15 20 12 7c-1-4-6-3-6 1z', '#5d321a') + c(12, 16, 2.4, '#8a5430') + c(16, 23, 2.4, '#8a5430') + c(22, 28.5, 2.4, '#8a5430') + c(29, 31.5, 2.4, '#8a5430'),
  kidnapping: p('M12 12C2 20 4 38 20 38s18-18 8-26z', '#b08a55') + p('M11 12c2-4-1-7 1-10 5 3 11 3 16 0 2 3-1 6 1 10-6 2-12 2-18 0z', '#c9a46d') + l('M11 12c6 2 12 2 18 0', '#8a2f2a', 3) + l('M15 26h1M24 26h1', INK, 4),
  mirror: p('M18 27h4v11h-4z', '#8a5a1c') + e(20, 15, 12, 14, '#b8842a') + e(20, 15, 9, 11, '#cfe3ee') + l('M15 18l8-10M19 21l7-9', '#fff', 2.4),
  spinach: l('M20 38V16', '#2d6b2a', 3) + p('M20 28C8 28 4 18 6 8c9 0 14 8 14 20zM20 28c12 0 16-10 14-20-9 0-14 8-14 20z', '#3f8f3a') + p('M20 24C14 16 15 8 20 2c5 6 6 14 0 22z', '#58ab4c') + l('M20 24V8', '#dff0c8', 1.4),
  charisma_theft: p('M4 24c0-6 4-6 6-3V8c0-4 5-4 5 0V5c0-4 5-4 5 0v3c0-4 5-4 5 0v4c1-3 5-2 5 1v10c0 9-5 14-13 14S4 32 4 24z', '#7b6a5d') + p('M31 3l1.600 4.400L37 9l-4.400 1.600L31 15l-1.600-4.400L25 9l4.400-1.600z', '#e0a92f'),
}

export const goodArt = (id: string): string => GOODS[id] ?? ''

// The signs beside the numbers: each a silhouette of its own, in a box of 20.
export const SIGNS = {
  strength: 'M0 4h5v12H0zM15 4h5v12h-5zM5 8h10v4H5z',
  loyalty: 'M10 18C3 12 1 9 1 6a4.500 4.500 0 0 1 9-1.500A4.500 4.500 0 0 1 19 6c0 3-2 6-9 12z',
  charisma: 'M10 0l2.500 7.500L20 10l-7.500 2.500L10 20l-2.500-7.500L0 10l7.500-2.500z',
  weight: 'M7 5a3 3 0 1 1 6 0h2l4 14H1L5 5z',
  points: 'M9 11V1a9.500 9.500 0 1 0 10 10zM12 8V0a9 9 0 0 1 8 8z',
  cards: 'M2 5l9-3 5 13-9 3zM13 2h5v13z',
  lead: 'M5 1v18H3V1zM6 2c4-2 7 3 12 0v9c-5 3-8-2-12 0z',
  shield: 'M10 1l8 3c0 8-3 12-8 15C5 16 2 12 2 4z',
  lure: 'M10 2C5 2 2 6 0 10c2 4 5 8 10 8s8-4 10-8c-2-4-5-8-10-8zm0 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
}

export type SignName = keyof typeof SIGNS
