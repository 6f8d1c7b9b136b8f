import type { Overview } from "../../../mortise/src/cli/studio/api-types.ts"
import { visibleText } from "../../../mortise/src/shared/visible-text.ts"

/** The store and the database that the studio works on. */
export const formatPlace = ({ store, place }: Overview): string =>
  place === null ? store : visibleText(`${store}: ${place}`)
