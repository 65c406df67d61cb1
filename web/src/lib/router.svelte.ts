// Which page is shown: the address says it, so that every page can be linked.

export type Route =
  | { page: 'lobby' }
  | { page: 'moves' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'learn'; game: string }
  | { page: 'rules'; game: string }
  | { page: 'circle'; id: string }
  | { page: 'me' }
  | { page: 'lost'; path: string }

export function readRoute(path: string): Route {
  const [head, rest, more] = path.split('/').filter(Boolean).map(decodeURIComponent)
  if (!head) return { page: 'lobby' }
  if (rest === undefined && head === 'me') return { page: 'me' }
  if (head === 'circle' && more === undefined) return { page: 'circle', id: rest ?? '' }
  if (head === 'moves' && rest === undefined) return { page: 'moves' }
  if (rest && more === undefined) {
    if (head === 'new') return { page: 'new', game: rest }
    if (head === 't') return { page: 'table', id: rest }
    if (head === 'replay') return { page: 'replay', id: rest }
    if (head === 'learn') return { page: 'learn', game: rest }
    if (head === 'rules') return { page: 'rules', game: rest }
  }
  return { page: 'lost', path }
}

export const here: { route: Route; search: string; hash: string } = $state({
  route: readRoute(location.pathname),
  search: location.search,
  hash: location.hash.slice(1),
})

function look(): void {
  here.route = readRoute(location.pathname)
  here.search = location.search
  here.hash = location.hash.slice(1)
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  look()
  if (!path.includes('#')) scrollTo(0, 0)
}

/** Change the part of the address behind the # without a step in the history. */
export function setHash(hash: string): void {
  history.replaceState(null, '', location.pathname + location.search + (hash ? '#' + hash : ''))
  here.hash = hash
}

addEventListener('popstate', look)
addEventListener('hashchange', look)

/** Links inside Mischief change the page without loading it anew. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
})
