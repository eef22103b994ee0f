import { iconPaths, type IconName } from './icon-paths.ts'

export type { IconName }

export interface IconProps {
  readonly name: IconName
  readonly size?: number
  /** Draws the shape filled as well, for a switched-on star. */
  readonly filled?: boolean
  readonly className?: string
}

/** Decoration only: the control or text around it carries the name. */
export function Icon({ name, size = 18, filled = false, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}

export const isIconName = (name: string): name is IconName => Object.hasOwn(iconPaths, name)
