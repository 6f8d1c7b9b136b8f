/** How often a case that fails is run in all. */
export const runs = 5
