// Who hears what a player says: everybody, or those of a channel; and where the rules demand silence.

import type { Channel, Silence } from '../protocol'

/** The channel that is spoken in ('' is everybody): the one picked, as long as there is one; otherwise the first that is
 *  not silent, everybody before the others. */
export function chosenChannel(picked: string | null, silence: Silence | null, channels: readonly Channel[]): string {
  if (picked === '' || channels.some((c) => c.id === picked)) return picked ?? ''
  return silence ? (channels.find((c) => !c.silence)?.id ?? '') : ''
}

/** Why nothing may be said there now. */
export function hush(channel: string, silence: Silence | null, channels: readonly Channel[]): Silence | null {
  return channel === '' ? silence : (channels.find((c) => c.id === channel)?.silence ?? null)
}
