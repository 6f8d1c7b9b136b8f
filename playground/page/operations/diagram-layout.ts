import type { State, TransitionName } from "../../protocol.ts"

type Box = { readonly x: number; readonly y: number; readonly width: number }
type Edge = {
  readonly path: string
  readonly label: Label
}
type Label = {
  readonly x: number
  readonly y: number
  readonly anchor?: "start" | "end"
  /** Reads from the bottom to the top. */
  readonly isVertical?: true
}

/** Where the states and the transitions are drawn. */
export type DiagramLayout = {
  readonly width: number
  readonly height: number
  readonly boxes: Readonly<Record<State, Box>>
  readonly edges: Readonly<Record<TransitionName, Edge>>
}

export const boxHeight = 32

/** For a column that is wider than the diagram: the states from left to right. */
export const wideLayout: DiagramLayout = {
  width: 700,
  height: 168,
  boxes: {
    start: { x: 8, y: 68, width: 54 },
    "token-stored": { x: 130, y: 68, width: 96 },
    "token-used": { x: 294, y: 68, width: 88 },
    "session-active": { x: 450, y: 68, width: 104 },
    "session-removed": { x: 622, y: 68, width: 72 },
    "email-unverified": { x: 130, y: 130, width: 118 },
    "email-verified": { x: 316, y: 130, width: 104 },
  },
  edges: {
    request: { path: "M62 84H130", label: { x: 94, y: 77 } },
    follow: { path: "M226 84H294", label: { x: 258, y: 77 } },
    signInByLink: { path: "M382 84H450", label: { x: 414, y: 77 } },
    signIn: { path: "M35 68V40Q35 28 47 28H471Q483 28 483 40V68", label: { x: 259, y: 20 } },
    extend: { path: "M508 68C506 38 542 38 540 68", label: { x: 546, y: 50, anchor: "start" } },
    expire: { path: "M554 77H622", label: { x: 586, y: 70 } },
    signOut: { path: "M554 91H622", label: { x: 586, y: 106 } },
    verify: { path: "M248 146H316", label: { x: 280, y: 139 } },
  },
}

/** For a narrow column: the states from top to bottom. */
export const tallLayout: DiagramLayout = {
  width: 320,
  height: 380,
  boxes: {
    start: { x: 96, y: 4, width: 128 },
    "token-stored": { x: 96, y: 72, width: 128 },
    "token-used": { x: 96, y: 140, width: 128 },
    "session-active": { x: 96, y: 208, width: 128 },
    "session-removed": { x: 96, y: 280, width: 128 },
    "email-unverified": { x: 4, y: 340, width: 122 },
    "email-verified": { x: 204, y: 340, width: 112 },
  },
  edges: {
    request: { path: "M160 36V72", label: { x: 170, y: 57, anchor: "start" } },
    follow: { path: "M160 104V140", label: { x: 170, y: 125, anchor: "start" } },
    signInByLink: { path: "M160 172V208", label: { x: 170, y: 193, anchor: "start" } },
    signIn: {
      path: "M96 20H52Q40 20 40 32V212Q40 224 52 224H96",
      label: { x: 30, y: 122, isVertical: true },
    },
    extend: { path: "M224 216C254 210 254 238 224 232", label: { x: 254, y: 228, anchor: "start" } },
    expire: { path: "M140 240V280", label: { x: 130, y: 264, anchor: "end" } },
    signOut: { path: "M180 240V280", label: { x: 190, y: 264, anchor: "start" } },
    verify: { path: "M126 356H204", label: { x: 163, y: 348 } },
  },
}
