import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import sharp from "sharp"
import { harms } from "../../../packages/conformance/src/engine/harm.ts"
import { badgeOf } from "../../../peers/scoreboard/badge.ts"
import { nameHarm, titleHarm } from "../../../peers/scoreboard/harm-words.ts"
import type { LibraryFacts, MeasuredEntry, Scoreboard } from "../../../peers/scoreboard/scoreboard.ts"
import { escapeHtml } from "../escape-html.ts"
import { findRecorded } from "./replay.ts"

const [paper, card, ink, soft, accent, warn] = [
  "#faf9f6",
  "#ffffff",
  "#1b1e23",
  "#575d66",
  "#0a6560",
  "#a02b17",
]
const sans = "DejaVu Sans, Noto Sans, Liberation Sans, sans-serif"
const mono = "DejaVu Sans Mono, Noto Sans Mono, Liberation Mono, monospace"
/** How many lines of calls fit, and how many characters in each. */
const [mostLines, mostCharacters] = [4, 78]

/** Writes the picture and the badge of each entry, and the picture of all other pages, with the finding of `front`. */
export async function writePictures(folder: string, scoreboard: Scoreboard, front: string): Promise<void> {
  await checkFonts()
  for (const entry of scoreboard.entries) {
    if (entry.problem !== undefined) continue
    const facts = scoreboard.libraries[entry.library]
    write(join(folder, "scoreboard", entry.id, "share.png"), await toPng(drawEntry(entry, facts)))
    write(join(folder, "scoreboard", entry.id, "badge.svg"), badgeOf(entry))
    if (entry.id === front) write(join(folder, "share.png"), await toPng(drawFront(entry, facts)))
  }
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const toPng = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()

/** Without a font, a picture would have no text. */
async function checkFonts(): Promise<void> {
  const [channel] = (await sharp(Buffer.from(picture(text(100, 300, 200, ink, sans, "M")))).stats()).channels
  if (!channel || channel.min > 128)
    throw new Error("This machine has no font for the pictures: install one, such as fonts-dejavu.")
}

const picture = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${paper}"/>${content}</svg>`

const text = (x: number, y: number, size: number, fill: string, font: string, content: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-family="${font}">${escapeHtml(content)}</text>`

/** The adapter with its worst finding, and how many findings have each harm. */
const drawEntry = (entry: MeasuredEntry, facts: LibraryFacts): string =>
  picture(
    text(60, 90, 40, ink, sans, `${entry.package} ${entry.version}`) +
      text(60, 130, 24, soft, sans, `Mortise's scoreboard: ${facts.title}, ${entry.server ?? entry.store}`) +
      drawWorst(entry, facts) +
      text(60, 585, 22, soft, sans, describeCounts(entry)),
  )

/** Mortise, and what its suite found in an adapter. */
const drawFront = (entry: MeasuredEntry, facts: LibraryFacts): string =>
  picture(
    text(60, 90, 40, accent, sans, "Mortise: sign-in on the database you already have") +
      text(
        60,
        130,
        24,
        soft,
        sans,
        `What its suite found in ${entry.package} ${entry.version}, among others:`,
      ) +
      drawWorst(entry, facts) +
      text(60, 585, 22, soft, sans, "Every finding can be repeated with one command."),
  )

function drawWorst(entry: MeasuredEntry, { cases }: LibraryFacts): string {
  const [finding, replay] = findRecorded(entry) ?? []
  if (!finding || !replay)
    return (
      text(60, 205, 44, accent, sans, "No must fails") +
      text(
        60,
        250,
        22,
        ink,
        sans,
        `${entry.counts.held} rules hold. No race was seen in ${entry.counts.rounds} rounds.`,
      )
    )
  const lines = replay.steps
    .slice(-mostLines)
    .flatMap(({ call, answer }, index) => [
      text(90, 330 + index * 52, 20, ink, mono, cut(call)),
      text(90, 354 + index * 52, 20, soft, mono, cut(`→ ${answer}`)),
    ])
  return [
    text(60, 205, 44, warn, sans, titleHarm(finding.harm)),
    text(60, 250, 22, ink, sans, cut(cases[finding.case]?.harm ?? "", 92)),
    `<rect x="60" y="285" width="1080" height="240" rx="12" fill="${card}"/>`,
    ...lines,
  ].join("")
}

function describeCounts({ counts }: MeasuredEntry): string {
  const parts = harms.flatMap((harm) =>
    counts.harms[harm] > 0 ? [`${nameHarm(harm)} ${counts.harms[harm]}`] : [],
  )
  return parts.length === 0 ? "" : `Musts that fail: ${parts.join(" · ")}`
}

const cut = (text: string, most = mostCharacters): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
