// Tells people that it is their move, also when no page of ours is open. It keeps nothing and answers no requests: a
// message from the server names a table, and that is all it knows.

addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

addEventListener('push', (event) => event.waitUntil(tell(event.data)))

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(Promise.all([open(event.notification.data.path), count()]))
})
addEventListener('notificationclose', (event) => event.waitUntil(count()))

async function tell(data) {
  let message = {}
  try {
    message = data.json()
  } catch {
    // Whatever came, somebody has to be told something: a browser that is woken in vain takes the right away.
  }
  const table = /^[a-z0-9-]{1,40}$/.test(message.table) ? message.table : ''
  const path = table ? '/t/' + table : '/moves'
  const tag = 'move-' + table // one for each table, however often it calls
  for (const before of await self.registration.getNotifications({ tag })) before.close()
  await self.registration.showNotification('Your move', {
    body: typeof message.title === 'string' ? message.title.slice(0, 80) : 'A table waits for you.',
    tag,
    icon: '/icon-192.png',
    badge: '/icon-badge-96.png',
    data: { path },
  })
  await count()
  // Pages of ours that are open look again.
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) page.postMessage({ waits: path })
}

/** The number on the icon: tables that have called and were not looked at since. */
async function count() {
  const waiting = await self.registration.getNotifications()
  if (!self.navigator.setAppBadge) return
  await (waiting.length ? self.navigator.setAppBadge(waiting.length) : self.navigator.clearAppBadge()).catch(() => {})
}

async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((each) => new URL(each.url).pathname === path)
  // Its page may have gone on to another table since: it is led back.
  await (there ? there.focus().then(() => there.navigate(path)) : self.clients.openWindow(path))
}
