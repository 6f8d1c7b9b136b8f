import type { Case } from "./case.ts"
import { choose, createRandom } from "./random.ts"

// Each of these topics repeats one idea for every operation, kind of row or class of values. Together they make most of
// the calls of the suite.
export const sampledTopics: readonly string[] = [
  "absent-keys",
  "arguments",
  "bursts",
  "clock-changes",
  "concurrent-lookups",
  "concurrent-writes",
  "fresh-reads",
  "hostile-text",
  "late-writes",
  "letters",
  "lives",
  "long-text",
  "lookups-during",
  "lost-writes",
  "many-rows",
  "separate-results",
  "siblings",
  "special-providers",
  "spellings",
  "under-load",
  "untouched",
  "writes-to-one-user",
]

/** The cases of quick effort: a third of each topic that repeats one idea, chosen by the seed, and all other cases. */
export function quickSample(list: readonly Case[], seed: number): readonly Case[] {
  const leftOut = new Set<Case>()
  for (const topic of sampledTopics) {
    const ofTopic = list.filter(({ id }) => id.startsWith(`${topic}/`))
    const kept = choose(ofTopic, Math.ceil(ofTopic.length / 3), createRandom(seed, topic))
    for (const one of ofTopic) if (!kept.includes(one)) leftOut.add(one)
  }
  return list.filter((one) => !leftOut.has(one))
}
