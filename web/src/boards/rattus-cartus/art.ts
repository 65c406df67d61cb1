// The drawings, as paths. Signs are silhouettes on 24 x 24 that read at 16 px in one colour; heads are headgear for the
// one rat that plays every part, on 60 x 60; buildings stand on 100 x 56, filled in the colour of their class.

export const SIGNS: Record<string, string> = {
  peasantry:
    'M11 22V9h2v13zM12 1c2 2 2 5 0 7-2-2-2-5 0-7zM5 6c3 0 5 2 6 5-3 0-6-2-6-5zm14 0c-3 0-5 2-6 5 3 0 6-2 6-5zM5 11c3 0 5 2 6 5-3 0-6-2-6-5zm14 0c-3 0-5 2-6 5 3 0 6-2 6-5z',
  bourgeoisie: 'M11 2h2v3l7 1 3 8a4 4 0 0 1-8 0l3-6-5-1v12h4v3H7v-3h4V7L6 8l3 6a4 4 0 0 1-8 0l3-8 7-1z',
  church: 'M10 1h4v6h6v4h-6v12h-4V11H4V7h6z',
  chivalry: 'M3 2h18v9c0 6-4 10-9 12-5-2-9-6-9-12zm8 3v5H6v2h5v7h2v-7h5v-2h-5V5z',
  magic: 'M15 1a11 11 0 1 0 7 17A9 9 0 0 1 15 1zm3 6 1 3 3 1-3 1-1 3-1-3-3-1 3-1z',
  royalty: 'M2 6l5 5 5-8 5 8 5-5-2 12H4zM4 20h16v3H4z',
  joker: 'M12 9c1-5 6-8 10-3-2 0-3 2-3 4l1 7H4l1-7c0-2-1-4-3-4 4-5 9-2 10 3zM4 19h16v3H4zM2 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm20 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM12 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  sword: 'M22 1v5L11 17l3 3-2 2-4-4-4 4-2-2 4-4-4-4 2-2 3 3L18 2z',
  flute: 'M20 1l3 3L5 22l-3-1-1-3zM17 6l1 1-2 2-1-1zm-4 4 1 1-2 2-1-1zm-4 4 1 1-2 2-1-1z',
  pass: 'M5 1h14v14H5zm3 3v2h8V4zm0 4v2h8V8zm4 5a4 4 0 0 1 3 7l1 3-4-1-4 1 1-3a4 4 0 0 1 3-7z',
  gold: 'M12 3c6 0 10 2 10 5s-4 5-10 5S2 11 2 8s4-5 10-5zM2 11c2 3 6 4 10 4s8-1 10-4v2c0 3-4 5-10 5S2 16 2 13zm0 5c2 3 6 4 10 4s8-1 10-4v1c0 3-4 5-10 5S2 20 2 17z',
  token: 'M12 1l3 3 4-1 1 4 3 3-2 4 1 4-4 1-2 4-4-2-4 2-2-4-4-1 1-4-2-4 3-3 1-4 4 1zm0 6-1.500 3.500L7 11l2.500 2.500L9 17l3-2 3 2-.5-3.500L17 11l-3.500-.5z',
  nun: 'M12 1c6 0 8 5 8 10 0 6 2 9 3 12H1c1-3 3-6 3-12C4 6 6 1 12 1zm0 5c-3 0-4 2-4 5s2 5 4 5 4-2 4-5-1-5-4-5z',
  rat: 'M1 19c4 1 5-3 4-6C5 7 10 4 14 6c1-4 6-4 6 0 0 1 0 2-1 2l4 6c0 2-2 3-4 3l-1 3h-3l1-2h-6l-1 2H6l1-3c-1 3-4 4-6 2zM18 10a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  eye: 'M12 5c6 0 10 7 10 7s-4 7-10 7S2 12 2 12s4-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  cards: 'M3 6l9-4 7 15-9 5zM13 2h8v15h-2z',
  hand: 'M4 8h10v14H4zM10 5h7v13h-2V7h-5zM13 2h7v13h-2V4h-5z',
  start: 'M5 1h3v1c4-2 7 2 12 0v11c-5 2-8-2-12 0v10H5z',
  cross: 'M5 2l7 7 7-7 3 3-7 7 7 7-3 3-7-7-7 7-3-3 7-7-7-7z',
}

/** What each estate wears. `a` is filled in the class colour, `b` is line. */
export const HEADS: Record<string, { a: string; b: string }> = {
  peasantry: { a: 'M4 20c8-4 12-4 15-5 2-10 20-10 22 0 3 1 7 1 15 5-14 5-38 5-52 0z', b: 'M19 15c6 3 16 3 22 0M8 20l6-2M46 18l6 2' },
  bourgeoisie: { a: 'M14 18C8 6 40-2 50 10c2 6-4 10-8 9-8-2-18-2-28-1z', b: 'M44 12c2-8 8-12 13-11-2 6-6 10-11 13M14 18c10-2 20-1 28 1' },
  church: { a: 'M12 40C6 8 22 3 30 3s24 5 18 37c-1-12-4-24-18-24S13 28 12 40z', b: 'M30 44v10M25 48h10' },
  chivalry: { a: 'M13 30C10 8 22 5 30 5s20 3 17 25l-6-2V18H19v10z', b: 'M19 22h22M30 5C30 0 36-1 40 2M24 18v4M30 18v4M36 18v4' },
  magic: { a: 'M4 20c8-3 14-4 16-5L36-4l5 19c3 1 8 2 15 5-14 5-38 5-52 0z', b: 'M20 14c7 2 14 2 21 0M36-4c4-1 7 1 8 4' },
  royalty: { a: 'M15 18L11 2l10 7 9-10 9 10 10-7-4 16z', b: 'M15 14h30M22 10v1M30 8v2M38 10v1' },
  joker: { a: 'M30 15C28 2 12-4 4 10c6-1 8 4 9 9h34c1-5 3-10 9-9C48-4 32 2 30 15z', b: 'M4 10v3M56 10v3M13 19h34' },
}

/** Each building: `a` in the class colour, `b` a darker part of it, `c` the ink line. */
export const BUILDINGS: Record<string, { a: string; b: string; c: string }> = {
  farm: { a: 'M28 52V26L50 10l22 16v26z', b: 'M42 52V36h16v16zM74 52V34l10-8 10 8v18z', c: 'M24 29L50 9l26 20M42 36l16 16M58 36L42 52M50 22v6M6 52c2-8 4-8 6 0M14 52c2-10 4-10 6 0' },
  brewery: { a: 'M16 52V24h34v28zM16 24l17-12 17 12z', b: 'M58 30h26c4 8 4 14 0 22H58c-4-8-4-14 0-22z', c: 'M57 36h28M57 46h28M71 30v22M28 52V38h10v14M40 16V8h5v11M42 4c4-2 2-4 6-4' },
  marketplace: { a: 'M14 26L22 10h56l8 16c-6 6-12 6-18 0-6 6-12 6-18 0-6 6-12 6-18 0-6 6-12 6-18 0z', b: 'M20 40h60v12H20z', c: 'M20 28v24M80 28v24M20 40h60M32 26l4-16M50 26V10M68 26l-4-16M32 36a3 3 0 1 0 0 .1M44 36a3 3 0 1 0 0 .1M62 36a3 3 0 1 0 0 .1' },
  office: { a: 'M22 52V18h56v34zM18 18h64l-8-9H26z', b: 'M44 52V36h12v16z', c: 'M28 24h8v8h-8zM64 24h8v8h-8zM46 24h8v6h-8zM28 38h8v7h-8zM64 38h8v7h-8zM84 52c0-14 4-24 10-30-1 12-4 22-8 26' },
  monastery: { a: 'M10 52V28h56v24zM66 52V18l10-10 10 10v34z', b: 'M6 28l8-9h48l4 9z', c: 'M76 8V1M73 4h6M18 52V42a5 5 0 0 1 10 0v10M33 52V42a5 5 0 0 1 10 0v10M48 52V42a5 5 0 0 1 10 0v10M72 30v-4a4 4 0 0 1 8 0v4z' },
  hospital: { a: 'M14 52V24h72v28zM14 24l36-16 36 16z', b: 'M46 52V38h8v14z', c: 'M46 22h8M50 18v8M22 30h12v8H22zM66 30h12v8H66zM22 46h14M66 46h12M28 30v8M72 30v8' },
  castle: { a: 'M12 52V14h4v4h4v-4h4v4h4v-4h4v12h36V14h4v4h4v-4h4v4h4v-4h4v38z', b: 'M42 52V40a8 8 0 0 1 16 0v12z', c: 'M36 26v-5h5v5M47 26v-5h6v5M59 26v-5h5v5M21 28v6M79 28v6M22 14V3l9 4-9 3M46 36v16M54 36v16' },
  guard_tower: { a: 'M36 52l3-32h22l3 32zM32 20V8h6v5h6V8h12v5h6V8h6v12z', b: 'M45 52V42a5 5 0 0 1 10 0v10z', c: 'M50 26v8M32 20h36M50 8V0l10 3-10 3M18 52l4-12 4 12M76 52l4-10 4 10M12 52h24M64 52h24' },
  fortune_tellers_tent: { a: 'M50 6L86 52H14z', b: 'M50 20L62 52H38z', c: 'M50 6V0M50 6L30 52M50 6l20 46M18 12l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM82 10l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM44 46a6 6 0 1 1 12 0' },
  pied_pipers_hut: { a: 'M24 52V30h52v22z', b: 'M14 32C24 26 36 10 50 6c14 4 26 20 36 26-10 4-62 4-72 0z', c: 'M30 22l-6 8M42 12l-4 18M58 12l4 18M70 22l6 8M42 52V38h12v14M62 38h8v7h-8zM84 18V6l8-2v10M84 18a3 2 0 1 0-.1 0M92 14a3 2 0 1 0-.1 0' },
  palace: { a: 'M14 52V24h72v28zM36 24V14h28v10z', b: 'M36 14c0-10 28-10 28 0zM16 24c0-8 16-8 16 0zM68 24c0-8 16-8 16 0z', c: 'M50 6V0M24 18v-5M76 18v-5M44 52V38a6 6 0 0 1 12 0v14M22 32v8M30 32v8M70 32v8M78 32v8M14 46h30M56 46h30' },
  treasury: { a: 'M20 52V30h60v22zM20 30c0-18 60-18 60 0z', b: 'M44 28h12v12H44z', c: 'M20 30h60M30 18v34M70 18v34M50 33v4M8 52a5 2 0 1 0 0-.1M8 48a5 2 0 1 0 0-.1M92 52a5 2 0 1 0 0-.1' },
}
