// The treasure that the player is looking at before passing. Board and action bar share it; nothing is sent yet.

import type { Treasure } from './piratz'

export const choice: { treasure: Treasure | null } = $state({ treasure: null })

export function toggle(treasure: Treasure): void {
  choice.treasure = choice.treasure === treasure ? null : treasure
}
