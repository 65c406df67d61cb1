// The line to the server: one WebSocket that comes back by itself, and commands that are never lost or done twice.

import type { Command, FromServer, No, Ok } from '../protocol'

const PROTOCOL = 1
const PATIENCE = 8000 // ms: a connection that has not come about by then is tried anew

export type LineState = 'closed' | 'opening' | 'open' | 'lost' | 'old'

interface Waiting {
  frame: string
  answer: (reply: Ok | No) => void
}

export type Transport = (address: string) => WebSocket

function address(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
}

export class Line {
  state: LineState = $state('closed')
  banner: string = $state('')
  /** How far the server's clock is ahead of ours, in ms. */
  skew = 0
  private socket: WebSocket | null = null
  private waiting = new Map<string, Waiting>()
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private knock: ReturnType<typeof setTimeout> | undefined
  private beat: ReturnType<typeof setInterval> | undefined
  private heard = 0
  private count = 0
  private readonly run = Math.random().toString(36).slice(2, 10)

  constructor(
    /** Called when a connection stands: say what to watch. */
    private readonly onopen: () => void,
    private readonly onmessage: (message: FromServer) => void,
    private readonly dial: Transport = (where) => new WebSocket(where),
  ) {}

  open(): void {
    if (this.socket || this.state === 'old') return
    this.state = this.tries === 0 ? 'opening' : 'lost'
    const socket = this.dial(address())
    this.socket = socket
    socket.onopen = () => {
      this.heard = Date.now()
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL }))
    }
    socket.onmessage = (event) => this.read(JSON.parse(String(event.data)) as FromServer)
    socket.onclose = () => this.closed(socket)
    clearTimeout(this.knock)
    this.knock = setTimeout(() => this.giveUp(socket), PATIENCE)
    clearInterval(this.beat)
    this.beat = setInterval(() => this.check(), 15000)
  }

  /** Try again at once, when the player asks or the tab comes back. */
  hurry(): void {
    clearTimeout(this.timer)
    if (!this.socket) this.open()
  }

  close(): void {
    clearTimeout(this.timer)
    clearTimeout(this.knock)
    clearInterval(this.beat)
    const socket = this.socket
    this.socket = null
    this.state = 'closed'
    socket?.close()
  }

  send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === 1 && this.state === 'open') this.socket.send(JSON.stringify(message))
  }

  /** A command, answered exactly once; sent again under the same name if the connection breaks in between. */
  do(table: string, seat: number | null, seen: number, what: Command): Promise<Ok | No> {
    const cmd_id = `${this.run}.${++this.count}`
    const frame = JSON.stringify({ type: 'do', table, cmd_id, seat, seen, what })
    return new Promise((answer) => {
      this.waiting.set(cmd_id, { frame, answer })
      if (this.state === 'open') this.socket?.send(frame)
    })
  }

  private read(message: FromServer): void {
    this.heard = Date.now()
    if (message.type === 'welcome') {
      this.skew = message.now - Date.now()
      if (message.protocol !== PROTOCOL) return this.outdated()
      this.tries = 0
      this.state = 'open'
      this.onopen()
      for (const each of this.waiting.values()) this.socket?.send(each.frame)
      return
    }
    if (message.type === 'ok' || message.type === 'no') {
      if (message.type === 'no' && message.code === 'old_client') return this.outdated()
      const found = this.waiting.get(message.cmd_id)
      if (found && !(message.type === 'no' && message.code === 'paused')) {
        this.waiting.delete(message.cmd_id)
        found.answer(message)
        return
      }
    }
    if (message.type === 'banner') this.banner = message.text
    this.onmessage(message)
  }

  /** Nobody opens, and nobody says that they do not: knock anew. */
  private giveUp(socket: WebSocket): void {
    if (this.socket !== socket || this.state === 'open') return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
    this.closed(socket)
  }

  private outdated(): void {
    this.close()
    this.state = 'old'
  }

  private check(): void {
    if (this.state !== 'open' || !this.socket) return
    if (Date.now() - this.heard > 40000) this.socket.close()
    else this.send({ type: 'ping' })
  }

  private closed(socket: WebSocket): void {
    if (this.socket !== socket) return
    this.socket = null
    if (this.state === 'old' || this.state === 'closed') return
    this.state = 'lost'
    this.tries++
    const wait = Math.min(5000, 300 * 2 ** Math.min(this.tries, 5)) * (0.6 + Math.random() * 0.8)
    this.timer = setTimeout(() => this.open(), wait)
  }
}
