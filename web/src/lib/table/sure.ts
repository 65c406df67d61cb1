// "Ask again: always." A button asks by itself, turning into the question. What is tapped on the board is asked here:
// the first tap is remembered for three seconds, and the same tap again within them is meant.

const LONG = 3000
let asked = { key: '', at: 0 }
let vouched = 0

/** A button has just asked, and was answered. */
export function vouch(now = Date.now()): void {
  vouched = now
}

/** Whether a move is meant: it was confirmed by its button just now, or has been asked for twice. */
export function meant(key: string, now = Date.now()): boolean {
  if (now - vouched < 100) return true
  const again = asked.key === key && now - asked.at < LONG
  asked = { key: again ? '' : key, at: now }
  return again
}
