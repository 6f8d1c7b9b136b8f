import { useEffect, useRef, useState } from "preact/hooks"

/** Stops a loop of requests after the running one. */
export type Stop = {
  /** The person has asked to stop, and a request still runs. */
  readonly isStopping: boolean
  readonly ask: () => void
  /** Forgets an earlier request to stop, at the start of a loop. */
  readonly reset: () => void
  readonly isAsked: () => boolean
}

/** Leaving the view stops the loop too. */
export function useStop(): Stop {
  const [isStopping, setStopping] = useState(false)
  const asked = useRef(false)
  const change = (isAsked: boolean) => {
    asked.current = isAsked
    setStopping(isAsked)
  }
  useEffect(
    () => () => {
      asked.current = true
    },
    [],
  )
  return { isStopping, ask: () => change(true), reset: () => change(false), isAsked: () => asked.current }
}
