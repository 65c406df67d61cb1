// An action bar as data: a sentence that says what is asked or what the choice comes to, and its buttons.

import type { LegalMove } from '../lib/protocol'

export interface Deed {
  label: string
  brief?: string // the label on a narrow screen
  look?: 'primary' | 'plain' | 'quiet' | 'bad'
  moves?: LegalMove[] | null // null: shown, but not possible as picked
  press?: (at: Element) => void // something that is not sent yet
  sure?: string
  testid: string
}

export interface Bar {
  say: string
  deeds: Deed[]
}

/** The main button, dimmed while the choice is not complete. */
export const mainDeed = (label: string, moves: LegalMove[] | null, testid = 'confirm'): Deed => ({ label, look: 'primary', moves, testid })
