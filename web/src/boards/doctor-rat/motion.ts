// Where food comes from and goes to: from the table or the trash can to a plate, from the plate into the row.

import type { LogEvent } from '../../lib/protocol'
import { carry } from '../../kit/carry'

export function travel({ kind, facts }: LogEvent): void {
  const plate = `[data-plate="${facts.group}"]`
  if (kind === 'card_taken') carry(`${plate} .card`, facts.from === 'trash' ? '.trash' : '.centre', plate)
  if (kind === 'verdict') {
    const eaten = `[data-row="${facts.group}"]:has([data-testid="row-${facts.card}"]) .card`
    carry(eaten, plate, eaten)
  }
}
