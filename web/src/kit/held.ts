// A hand can hold the same kind of card twice: its cards are known by their place, and by which copy of the kind they are.

export interface Held {
  id: string
  place: number
  key: string // stays with the card while others come and go
}

export function held(hand: readonly string[]): Held[] {
  return hand.map((id, place) => ({ id, place, key: `${id}.${hand.slice(0, place).filter((other) => other === id).length}` }))
}

/** Which places of the hand hold `some` of its cards, each counted once. */
export function placesOf(hand: readonly string[], some: readonly string[]): boolean[] {
  const left = [...some]
  return hand.map((id) => {
    const at = left.indexOf(id)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
