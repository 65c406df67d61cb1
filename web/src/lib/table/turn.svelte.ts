// What a player does at a table, from a press to a command: moving, asking why not, hints, taking back, moves that play
// themselves because they are the only ones or were prepared.

import type { Ahead } from './ahead.svelte'
import { emptyMove, forcedMove, SPARED, THOUGHT } from './forced'
import { hush, tell } from '../note.svelte'
import { prefs, speed } from '../device/prefs.svelte'
import type { Hint, LegalMove } from '../protocol'
import { pointAt } from '../pointing'
import { capital } from '../words'
import { meant } from './sure'
import type { TableStore } from './table.svelte'

const TOO_LATE = 500 // ms: whoever presses so soon after a move that played itself meant that one, not the next
const UNHURRIED = 5000 // ms at the usual pace: long enough to look at what one would rather do
const PREPARED = 500 // ms: a prepared move can be seen, and touched away, before it is made

/** What answers a question by itself, and why. */
interface Answer {
  moves: LegalMove[]
  why: string
  wished?: boolean // the player has said so: it is done whoever else is at the table
  gently?: boolean // there is a choice: it stays open for a while, and whoever touches the table is asked
  then?: () => void
}

export class Turn {
  hint: Hint | null = $state.raw(null)
  /** The hint in words; it stands beside the choice until the choice is another one. */
  advice = $state('')
  hintBusy = $state(false)
  /** The move that is about to play itself: nothing else can be pressed, or the press might hit what comes after it. */
  forcing: LegalMove | null = $state.raw(null)
  /** Whether the question plays itself, as soon as that can be, or may do so: nobody needs to be told about it. */
  bySelf = $state(false)
  reason = $state('')
  /** How long it takes until then, in ms, where the player can stop it. */
  counting = $state(0)
  /** The move that plays itself unless the player touches the table; until then everything else can be done. */
  unless: LegalMove | null = $state.raw(null)
  /** So many questions without a choice have been answered for the player since the last real one. */
  spared = $state(0)
  private forcedAt = -Infinity
  private callOff: () => void = () => {}
  private stopped = -1 // the question that the player wants to answer after all

  constructor(
    private readonly store: TableStore,
    private readonly ahead: Ahead,
  ) {}

  act = (moves: LegalMove | LegalMove[], at?: Element | null): void => {
    if (Date.now() - this.forcedAt < TOO_LATE) return tell('That has just been done for you.', at)
    hush()
    const { store } = this
    if (store.line.state !== 'open')
      return tell('The connection is lost just now. Your seat is kept; try again in a moment.', at)
    const list = Array.isArray(moves) ? moves : [moves]
    if (prefs.confirming === 'always' && !meant(list.map((m) => m.text).join(', ')))
      return tell(`${list.map((m) => m.label).join(', ')}: for good? Once more, and it is done.`, at, '', { ms: 3000 })
    void store.play(list, at)
  }

  why = async (text: string, at?: Element | null): Promise<void> => {
    if (this.store.looking === null) return tell('You are watching: only players move.', at)
    const answer = await this.store.do({ type: 'check', text })
    if (answer.type === 'no') tell(this.store.words.told(answer.text), at, answer.clause)
    else tell('That is possible now.', at)
  }

  async askHint(at: Element | null): Promise<void> {
    const { store } = this
    if (this.hintBusy || store.legal.length === 0 || !store.info?.hints) return
    this.hintBusy = true
    const [answer, { hintInWords, piecesOf }] = await Promise.all([store.do({ type: 'hint' }), import('./hints')])
    this.hintBusy = false
    if (answer.type === 'no') return tell(answer.text, at, answer.clause)
    this.hint = answer.hint ?? null
    if (!this.hint) return
    this.advice = capital(store.words.told(hintInWords(this.hint, store.legal)))
    pointAt(piecesOf(store.legal.find((m) => m.action === this.hint?.action)))
  }

  /** A hint is for the position it was asked in. */
  forgetHint(_seq: number): void {
    if (this.hint) pointAt([])
    this.hint = null
    this.advice = ''
  }

  /** Take back the latest move. Pressed while the server is still being asked whether that can be, it waits for the answer. */
  async undo(at: Element | null): Promise<void> {
    const { store } = this
    hush()
    if (store.noUndo === null && store.looking !== null) await store.undoAsked
    if (store.noUndo === '' || (store.undoUnclear && store.looking !== null)) void store.undo(at)
    else if (store.noUndo) tell(store.noUndo, at)
    else if (store.looking !== null && store.info && !store.info.undo) tell('At this table a move made is a move made.', at)
  }

  /** The player wants to answer this question after all. */
  stop = (): void => {
    this.stopped = this.store.shown.asking
    this.callOff()
  }

  /** Answer a question in which this player has nothing to choose. Returns how to call it off. */
  playEmpty(idle: () => Answer | null): (() => void) | undefined {
    const { store } = this
    const { legal, shown, history, looking, mine, seats } = store
    const { forced: wanted, confirming, empty: spare } = prefs
    this.bySelf = false
    if (legal.length === 0 || mine.length !== 1 || shown.asking === this.stopped) return
    const people = seats.some((s) => s.seat !== looking && s.kind === 'person' && !s.stand_in)
    const given = { legal, form: shown.form, history, asking: shown.asking, seat: looking, wanted, confirming, people, spare }
    const easy = legal.length > 1 ? idle() : null
    const move = emptyMove({ ...given, idle: easy?.moves[0] ?? null, wished: easy?.wished })
    if (!move) {
      this.spared = 0
      return
    }
    const gently = easy?.gently ?? false
    this.bySelf = !gently
    if (store.pending !== null || store.line.state !== 'open') return
    if (gently && prefs.pace === 'tap') return
    const ms = gently ? UNHURRIED / (speed() || 1) : speed() ? SPARED / speed() : 150
    if (gently) this.unless = move
    else this.forcing = move
    this.counting = ms
    this.reason = easy?.why ?? 'there is nothing to choose'
    const timer = setTimeout(() => {
      this.forcedAt = Date.now()
      this.spared++
      easy?.then?.()
      void store.play(easy?.moves ?? move, document.querySelector('.actions'))
    }, ms)
    return (this.callOff = () => {
      this.forcing = this.unless = null
      this.counting = 0
      clearTimeout(timer)
    })
  }

  /** Make a move that is the only one, if everybody can know that it is. Returns how to call it off. */
  playForced(): (() => void) | undefined {
    const { store } = this
    const { legal, shown, history, looking, pending } = store
    const seat = looking
    const { forced: wanted, confirming } = prefs
    const move = forcedMove({ legal, form: shown.form, history, asking: shown.asking, seat, wanted, confirming })
    if (move) this.bySelf = true
    if (!move || pending !== null || store.line.state !== 'open') return
    let off = false
    const bar = document.querySelector('.actions')
    const known = store.do({ type: 'check', forced: true }).then((answer) => {
      if (answer.type === 'no' && !off) this.bySelf = false
      if (answer.type === 'no' || off) return false
      this.forcing = move
      tell(`${move.label}: nothing else is possible, so it is done for you.`, bar, '', { ms: 5000 })
      return true
    })
    const timer = setTimeout(async () => {
      if (!(await known) || off) return
      this.forcedAt = Date.now()
      void store.play(move, bar)
    }, THOUGHT)
    return () => {
      off = true
      this.forcing = null
      clearTimeout(timer)
    }
  }

  /** Make the move that was prepared, or say why not. Returns how to call it off. */
  playPrepared(): (() => void) | undefined {
    const { store, ahead } = this
    if (store.mine.length !== 1) return // on a shared screen nobody can tell whose plan it is
    const phase = store.shown.view?.phase ?? ''
    const legal = store.legal
    if (legal.length > 0) ahead.remember(phase, legal)
    const verdict = ahead.judge(phase, legal, store.log, store.words)
    if (!verdict || store.line.state !== 'open') return
    const bar = document.querySelector('.actions')
    if ('drop' in verdict) {
      ahead.drop()
      return tell(verdict.drop, bar) as undefined
    }
    const timer = setTimeout(() => {
      ahead.drop()
      void store.play(verdict.play, bar)
    }, PREPARED)
    return () => clearTimeout(timer)
  }
}
