// A lesson is a list of scenes. A scene sets up a position, tells something, and asks for one move or none; whatever is
// legal may be tried, and the answers say what it would have meant.

export interface LessonMove {
  seat: number // -1: the Dealer
  text: string
}

export interface Scene {
  /** What the teacher says; one or two short paragraphs. */
  says: string[]
  /** A full-information position to begin from; left out, the scene goes on where the last one ended. */
  position?: Record<string, unknown>
  /** Played out before the pupil is asked. */
  before?: LessonMove[]
  /** What the pupil is asked to do: a sentence, the moves (by text) that are accepted, and what follows each. */
  task?: {
    says: string
    accept: string[]
    /** What the teacher answers to other moves, by text; `*` stands for any other. */
    instead?: Record<string, string>
    /** Played out after the accepted move: the Dealer's cards, other seats. */
    after?: LessonMove[] | Record<string, LessonMove[]>
  }
  /** What the teacher says when it is done. */
  done?: string
  /** The clause behind it. */
  clause?: string
}

export interface Lesson {
  game: string
  title: string
  minutes: number
  seat: number
  names: string[]
  scenes: Scene[]
  /** What to do next. */
  end: string
}
