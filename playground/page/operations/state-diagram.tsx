import type { VNode } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { classes } from "../../../packages/pages/src/classes.ts"
import { type State, states, type TransitionName, transitions } from "../../protocol.ts"
import { boxHeight, tallLayout, wideLayout } from "./diagram-layout.ts"
import "./state-diagram.css"

const stateLabels: Readonly<Record<State, string>> = {
  start: "start",
  "token-stored": "token stored",
  "token-used": "token used",
  "session-active": "session active",
  "session-removed": "removed",
  "email-unverified": "email unverified",
  "email-verified": "email verified",
}

const transitionLabels: Readonly<Record<TransitionName, string>> = {
  request: "request",
  follow: "follow",
  signInByLink: "sign in",
  signIn: "sign in by OpenID or passkey",
  extend: "extend",
  expire: "expire",
  signOut: "sign out",
  verify: "verify",
}

const names = Object.keys(transitions) as readonly TransitionName[]
const minWideWidth = 560

/** The state diagram of the contract. The transitions just taken and their new states are highlighted. */
export function StateDiagram({ taken }: { readonly taken: readonly TransitionName[] }): VNode {
  const [figure, isWide] = useIsWide()
  const { width, height, boxes, edges } = isWide ? wideLayout : tallLayout
  const reached = new Set<State>(taken.map((name) => transitions[name].to))
  return (
    <figure ref={figure} class="diagram">
      <svg
        class={isWide ? "diagram-wide" : "diagram-tall"}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary(taken)}
      >
        <defs>
          <Arrow id="arrow" />
          <Arrow id="arrow-taken" />
        </defs>
        {names.map((name) => {
          const { path, label } = edges[name]
          const isTaken = taken.includes(name)
          return (
            <g key={name} class={classes("edge", isTaken && "edge-taken")} data-transition={name}>
              <path d={path} marker-end={`url(#${isTaken ? "arrow-taken" : "arrow"})`} />
              <text
                x={label.x}
                y={label.y}
                text-anchor={label.anchor ?? "middle"}
                transform={label.isVertical && `rotate(-90 ${label.x} ${label.y})`}
              >
                {transitionLabels[name]}
              </text>
            </g>
          )
        })}
        {states.map((state) => {
          const { x, y, width: boxWidth } = boxes[state]
          return (
            <g key={state} class={classes("state", reached.has(state) && "state-reached")}>
              <rect x={x} y={y} width={boxWidth} height={boxHeight} rx="8" />
              <text
                x={x + boxWidth / 2}
                y={y + boxHeight / 2}
                text-anchor="middle"
                dominant-baseline="central"
              >
                {stateLabels[state]}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

function Arrow({ id }: { readonly id: string }): VNode {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="7"
      refY="4"
      markerWidth="7"
      markerHeight="7"
      orient="auto"
      markerUnits="userSpaceOnUse"
    >
      <path class={id} d="M1 1L7 4L1 7" />
    </marker>
  )
}

/** The diagram for a screen reader. */
function summary(taken: readonly TransitionName[]): string {
  const moves = taken.map((name) => {
    const { from, to } = transitions[name]
    return `${transitionLabels[name]}, from ${stateLabels[from]} to ${stateLabels[to]}`
  })
  return `States of tokens, sessions and emails. ${moves.length ? `Just now: ${moves.join("; ")}.` : "No transition yet."}`
}

/** A ref for an element, and whether the element is wide enough for the wide layout. */
function useIsWide() {
  const figure = useRef<HTMLElement>(null)
  const [isWide, setWide] = useState(true)
  useLayoutEffect(() => {
    const element = figure.current
    if (!element) return
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= minWideWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [figure, isWide] as const
}
