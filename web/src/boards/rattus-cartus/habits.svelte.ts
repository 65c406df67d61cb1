// How this player answers building actions: for this sitting only, so that nobody forgets it.

/** `skip` holds for one action. */
export const habits: { acts: 'always' | 'ask' | 'skip' } = $state({ acts: 'always' })
