import styles from './kbd.module.css'

const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

/** `mod` is the key that starts commands on this machine. */
const names: Readonly<Record<string, string>> = { mod: mac ? '⌘' : 'Ctrl', alt: mac ? '⌥' : 'Alt' }

/** Keys pressed together are written `mod+K`, one after the other `g h`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key, position) => (
        <kbd key={position} className={styles.key}>
          {names[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
