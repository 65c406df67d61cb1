// What this browser remembers between visits. Where storage is switched off, it is remembered until the page closes.

const shortTerm = new Map<string, string>()
let works: boolean | undefined

export function storageWorks(): boolean {
  if (works === undefined) {
    try {
      localStorage.setItem('mischief:test', '1')
      localStorage.removeItem('mischief:test')
      works = true
    } catch {
      works = false
    }
  }
  return works
}

export function recall<T>(key: string, fallback: T): T {
  const text = storageWorks() ? localStorage.getItem('mischief:' + key) : (shortTerm.get(key) ?? null)
  if (text === null) return fallback
  try {
    return JSON.parse(text) as T
  } catch {
    return fallback
  }
}

export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  if (!storageWorks()) {
    shortTerm.set(key, text)
    return
  }
  try {
    localStorage.setItem('mischief:' + key, text)
  } catch {
    shortTerm.set(key, text)
  }
}

export function forget(key: string): void {
  shortTerm.delete(key)
  if (storageWorks()) localStorage.removeItem('mischief:' + key)
}
