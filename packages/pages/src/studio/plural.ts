/** A number with its noun: "1 session", "1,024 sessions". */
export const formatCount = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${number === 1 ? noun : `${noun}s`}`
