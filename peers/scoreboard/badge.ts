import { drawBadge } from "../../packages/conformance/src/engine/report/to-badge.ts"
import type { MeasuredEntry } from "./scoreboard.ts"

/** The badge of an entry, as SVG. */
export function badgeOf({ counts }: Pick<MeasuredEntry, "counts">): string {
  const { held, broken, sometimes, racesSeen, rounds } = counts
  return drawBadge({ held, broken: broken + sometimes, racesSeen, rounds })
}
