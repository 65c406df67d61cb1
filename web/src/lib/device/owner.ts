// Whose server this is. `mischief` opens the page with a key behind the #, where no server and no log sees it; this
// browser keeps it, and with it may open the server to the local network. Imported before anything reads the address.

import { recall, remember } from './storage'

const given = /^#owner=([A-Za-z0-9_-]{20,64})$/.exec(location.hash)
if (given) {
  remember('owner', given[1])
  history.replaceState(null, '', location.pathname + location.search)
}

export function ownerKey(): string {
  return recall<string>('owner', '')
}
