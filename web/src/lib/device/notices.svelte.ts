// To be told that it is one's move when no page is open: asked for by the player, for this browser, through its own push
// service. Works where the page came over TLS, or from this very computer.

import { ask, Problem } from '../api'
import type { Noticed, Notices, PushKey } from '../protocol'
import { showBadge } from './badge'
import { seatKeys } from './keys'
import { recall, remember } from './storage'

export const notices: { on: boolean } = $state({ on: recall('notices', false) })

/** Why it cannot be had here; empty if it can. */
export function whyNot(): string {
  if (!isSecureContext) return 'Notices need an encrypted address (https). This server is reached without one.'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'This browser cannot be told. On an iPhone or iPad, put Mischief on the home screen first and open it from there.'
  return Notification.permission === 'denied' ? 'This browser was told not to show notices of this site. Allow them in its settings.' : ''
}

/** Begins; returns why it did not work, or nothing. */
export async function begin(): Promise<string> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return whyNot() || 'Then not. You can still change your mind.'
    const desk = await worker()
    const found = (await desk.pushManager.getSubscription()) ?? (await subscribe(desk))
    await hand(found)
  } catch (error) {
    return error instanceof Problem ? error.text : "Your browser's push service does not answer. Try again later."
  }
  keep(true)
  return ''
}

export async function stop(): Promise<void> {
  keep(false)
  const desk = await navigator.serviceWorker.getRegistration('/')
  const found = await desk?.pushManager.getSubscription()
  if (!found) return
  await tell({ subscription: words(found), on: false }).catch(() => {})
  await found.unsubscribe().catch(() => false)
}

/** Seats that were taken since are added; quietly, since nobody asked just now. */
export async function bringUpToDate(): Promise<void> {
  if (!notices.on || whyNot()) return
  try {
    const desk = await worker()
    const found = await desk.pushManager.getSubscription()
    if (found) await hand(found)
    else await begin()
  } catch {
    // The next visit tries again.
  }
}

/** The table is being looked at: its notice has done its work. */
export async function seen(table: string): Promise<void> {
  const desk = await navigator.serviceWorker?.getRegistration('/')
  for (const notice of (await desk?.getNotifications({ tag: 'move-' + table })) ?? []) notice.close()
  showBadge((await desk?.getNotifications())?.length ?? 0)
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js')
  return navigator.serviceWorker.ready
}

async function subscribe(desk: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { key } = await ask<PushKey>('notices')
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return desk.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes })
}

async function hand(found: PushSubscription): Promise<void> {
  const seats = seatKeys().filter((k) => k.seat !== null)
  await tell({ subscription: words(found), keys: seats.slice(0, 60).map(({ table, token }) => ({ table, token })) })
}

const tell = (wish: Notices) => ask<Noticed>('notices', wish)

function words(found: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint, keys } = found.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

function keep(on: boolean): void {
  notices.on = on
  remember('notices', on)
}
