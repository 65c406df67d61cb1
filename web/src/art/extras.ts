// What a rat may wear, so that friends know each other's. Number 0 wears nothing. Drawn on the face of RatFace.svelte.

export interface Extra {
  says: string
  fills: readonly [string, string][] // path and colour
  lines: readonly [string, string, number][] // path, colour, width
}

const INK = '#171412'
const GOLD = '#c79a2b'

export const EXTRAS: readonly Extra[] = [
  { says: 'Plain', fills: [], lines: [] },
  { says: 'Eye patch', fills: [['M25.5 21h10c.8 5-2 9-5 9s-5.500-4-5-9z', INK]], lines: [['M9 18.500L38.500 23', INK, 1.6]] },
  {
    says: 'Monocle',
    fills: [],
    lines: [
      ['M25.300 25a5.200 5.200 0 1 0 10.400 0a5.200 5.200 0 1 0-10.400 0', GOLD, 1.8],
      ['M35 28.500c4 4 3 9 0 13', GOLD, 1.2],
    ],
  },
  { says: 'Bow tie', fills: [['M24 45l-8-4v8zM24 45l8-4v8z', '#a3262a']], lines: [] },
  { says: 'Top hat', fills: [['M12 13.500h24v-3h-5v-11h-14v11h-5z', INK]], lines: [['M17 8.500h14', '#d9542b', 2.6]] },
  {
    says: 'Flower',
    fills: [
      ['M37 9m-3.500 0a3.500 3.500 0 1 1 3.500-3.500a3.500 3.500 0 1 1 3.500 3.500a3.500 3.500 0 1 1-3.500 3.500a3.500 3.500 0 1 1-3.500-3.500z', '#f2c14e'],
      ['M34.800 9a2.200 2.200 0 1 0 4.400 0a2.200 2.200 0 1 0-4.400 0z', '#a3262a'],
    ],
    lines: [],
  },
  { says: 'Bandana', fills: [['M10.500 19c4-9 23-9 27 0l-1.500 3c-7-4.500-17-4.500-24 0zM38 18l6-2-2 5 3 3-7-3z', '#a3262a']], lines: [] },
  {
    says: 'Spectacles',
    fills: [],
    lines: [['M12.800 25a4.700 4.700 0 1 0 9.400 0a4.700 4.700 0 1 0-9.400 0M25.800 25a4.700 4.700 0 1 0 9.400 0a4.700 4.700 0 1 0-9.400 0M22.200 24q1.800-1.500 3.600 0', INK, 1.5]],
  },
  {
    says: 'Nightcap',
    fills: [
      ['M12 15c2-11 17-14 23-5l7 9c-3.500 1.500-5-.5-7-3-7-4-15-4-23-1z', '#5f97c3'],
      ['M39 20a3 3 0 1 0 6 0a3 3 0 1 0-6 0z', '#f2e9da'],
    ],
    lines: [],
  },
  {
    says: 'Chef',
    fills: [['M15 14v-5c-5-1-4-8.500 1.500-7.500 2-4.500 10-4.500 12 0 4.500-1.500 8.500 3.500 5 6.500-.8.8-1.500 1-1.500 1v5z', '#ffffff']],
    lines: [['M15 14v-5c-5-1-4-8.500 1.500-7.500 2-4.500 10-4.500 12 0 4.500-1.500 8.500 3.500 5 6.500-.8.8-1.500 1-1.500 1v5z', '#6b5c50', 1]],
  },
  { says: 'Crown', fills: [['M13 14l-1.500-10 6.500 5.500 6-8 6 8 6.500-5.500-1.500 10z', '#e0b03a']], lines: [['M13 14l-1.500-10 6.500 5.500 6-8 6 8 6.500-5.500-1.500 10z', '#6b5c50', 0.8]] },
  { says: 'Scarf', fills: [['M11.500 39c7 6 18 6 25 0l1.500 4c-8 6.500-20 6.500-28 0zM31 44l6 6.500-4.500.5-4-6z', '#2e6b3e']], lines: [] },
]
