// Where cards come from and go to: from the decks to a hand, from a hand into a building.

import type { LogEvent } from '../../lib/protocol'
import { carry } from '../../kit/carry'
import type { RattusCartusView } from './rattus-cartus'

export function travel({ kind, facts }: LogEvent, view: RattusCartusView): void {
  const seat = facts.seat as number
  const home = seat === view.seat ? '.me [data-digits]' : `.seats [data-seat="${seat}"]`
  const many = Number(facts.count ?? (facts.cards as unknown[] | undefined)?.length ?? 1)
  if (kind === 'drew' || kind === 'dealt') carry('.store .back', '.store .back', home, many)
  if (kind === 'took') carry(`.store .${facts.kind} .back`, `.store .${facts.kind} .back`, home, many)
  if (kind === 'took_vp') carry('.store .token .back', '.store .token .back', home, many)
  if (kind === 'entered') carry(`.building [data-of="${seat}"] .disc`, home, `.building [data-of="${seat}"] .who`)
  if (kind === 'laid') carry('.store .back', home, `.building [data-of="${seat}"] .shows`, many)
}
