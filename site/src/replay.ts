/** Plays the recorded runs of a page: shows one step after the other, in ten seconds. */
const totalMs = 10_000

for (const figure of document.querySelectorAll<HTMLElement>("[data-replay]")) startReplay(figure)

function startReplay(figure: HTMLElement): void {
  const steps = [...figure.querySelectorAll<HTMLElement>("ol > li")]
  let shown = steps.length
  let timer: ReturnType<typeof setInterval> | undefined

  const play = createButton("", () => (timer === undefined ? start() : stop()))
  const back = createButton("Back", () => step(-1))
  const next = createButton("Next", () => step(1))

  const show = (count: number) => {
    shown = Math.min(Math.max(count, 1), steps.length)
    for (const [index, item] of steps.entries()) {
      item.toggleAttribute("data-pending", index >= shown)
      item.toggleAttribute("data-current", index === shown - 1)
    }
    back.disabled = shown === 1
    next.disabled = shown === steps.length
    if (shown === steps.length) stop()
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
    play.textContent = shown === steps.length ? "Play again" : "Play"
  }
  const start = () => {
    timer = setInterval(() => show(shown + 1), totalMs / steps.length)
    play.textContent = "Pause"
    show(shown === steps.length ? 1 : shown)
  }
  const step = (by: number) => {
    stop()
    show(shown + by)
    stop()
  }

  const controls = document.createElement("p")
  controls.className = "replay-controls"
  controls.append(play, back, next)
  figure.append(controls)
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) show(shown)
  else start()
}

function createButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = text
  button.addEventListener("click", onClick)
  return button
}
