// Where things come from and go to: supplies from rat to rat and from the dice to the sheet, the hat from host to host.

import type { LogEvent } from '../../lib/protocol'
import { carry } from '../../kit/carry'
import { KINDS, type HighTeaView, type Kind } from './high-tea'

export function travel({ kind, facts }: LogEvent, view: HighTeaView, wanted: string): void {
  const home = (seat: unknown, store = '.sheet') => (seat === view.seat ? `.me ${store}` : `[data-rat="${String(seat)}"] .face`)
  const supply = (name: unknown) => `.calls li:nth-child(${KINDS.indexOf(String(name) as Kind) + 1}) svg`
  const store = (name: unknown) => `[data-store="${String(name)}"]`
  const { seat } = facts
  if (kind === 'answer' && facts.given) carry(supply(wanted), home(facts.target, store(wanted)), home(seat, store(wanted)), Number(facts.given))
  if (kind === 'scavenged' && facts.supply) carry(supply(facts.supply), '.stage .middle', home(seat, store(facts.supply)), Number(facts.amount))
  if (kind === 'host' && facts.previous !== null) carry(`${home(seat, '.host')} svg`, home(facts.previous, '.mine'), home(seat, '.host'))
  if (kind === 'piece_made') carry('.stage .called svg', '.stage .called', home(seat, '.mine'))
}
