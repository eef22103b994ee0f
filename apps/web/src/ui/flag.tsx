import styles from './flag.module.css'

let drawsFlags: boolean | undefined

/** Flags are drawn by the system's emoji font; where it has none, two letters in a box would look like damage. */
function systemDrawsFlags(): boolean {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.font = '16px sans-serif'
  context.fillText('\u{1F1F8}\u{1F1EA}', 0, 16)
  const { data } = context.getImageData(0, 0, 24, 24)
  // Text is drawn in shades of grey; only a picture has colours.
  return data.some((value, index) => index % 4 === 0 && value !== data[index + 1])
}

/** A country's flag, or its two letters where flags cannot be drawn. Decoration: the name stands beside it. */
export function Flag({ code, emoji }: { readonly code: string; readonly emoji: string }) {
  drawsFlags ??= systemDrawsFlags()
  return (
    <span aria-hidden="true" className={drawsFlags ? styles.flag : styles.letters}>
      {drawsFlags ? emoji : code.toUpperCase()}
    </span>
  )
}
