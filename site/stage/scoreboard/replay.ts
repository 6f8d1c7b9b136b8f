import { titleHarm } from "../../../peers/scoreboard/harm-words.ts"
import type {
  Finding,
  LibraryFacts,
  MeasuredEntry,
  Replay,
  ReplayStep,
} from "../../../peers/scoreboard/scoreboard.ts"
import { escapeHtml } from "../escape-html.ts"

/** The recorded finding of an entry; undefined if none was recorded. */
export function findRecorded({ replay, findings }: MeasuredEntry): [Finding, Replay] | undefined {
  const finding = replay && findings.find((finding) => finding.case === replay.case)
  return finding && [finding, replay]
}

/** The files that a page with a replay needs. */
export const replayHead = [{ tag: "script", attrs: { type: "module", src: "/replay.js" } }] as const

/** A recorded run as a list of steps. The script `replay.js` plays it; without the script, all steps are shown. */
export function drawReplay(entry: MeasuredEntry, { cases }: LibraryFacts): string {
  const [finding, replay] = findRecorded(entry) ?? []
  if (!finding || !replay) return ""
  const { harm = "" } = cases[finding.case] ?? {}
  const steps = replay.steps.map((step, index) => drawStep(step, replay.steps[index + 1]?.together === true))
  const server = entry.server ? ` on ${entry.server}` : ""
  const { leftOut } = replay
  const omitted =
    leftOut > 0
      ? ` Left out: ${leftOut} ${leftOut === 1 ? "call" : "calls"} before these or about other rows.`
      : ""
  return [
    `<figure class="replay not-content" data-replay>`,
    `<p class="replay-source">Recorded from <b>${escapeHtml(`${entry.package} ${entry.version}`)}</b>${server}</p>`,
    `<figcaption><strong>${titleHarm(finding.harm)}.</strong> ${escapeHtml(harm)}</figcaption>`,
    "<ol>",
    ...steps,
    `<li class="replay-verdict"><span>Expected: ${escapeHtml(replay.expected)}</span><span>Received: <b>${escapeHtml(replay.received)}</b></span></li>`,
    "</ol>",
    `<p class="replay-source">Names stand for random keys.${omitted}</p>`,
    "</figure>",
  ].join("\n")
}

function drawStep({ call, answer, threw, together, more }: ReplayStep, isFirstOfMany: boolean): string {
  const beside = together || isFirstOfMany ? `<span class="replay-beside">at the same moment</span>` : ""
  const others = more ? `<span class="replay-more">and ${more} more, with the same kind of answer</span>` : ""
  return `<li>${beside}<code>${escapeHtml(call)}</code><span class="replay-answer${threw ? " replay-error" : ""}">${threw ? "throws" : "returns"} <code>${escapeHtml(answer)}</code></span>${others}</li>`
}
