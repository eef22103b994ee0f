/** The product's mark: three signals, one of them with its lamp lit. */
export function Mark({ sizePx = 28 }: { readonly sizePx?: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#4a45d1" />
      <path d="M9 23V9M16 23v-8M23 23V13" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
      <circle cx="16" cy="9.5" r="2" fill="#a3adfd" />
    </svg>
  )
}
