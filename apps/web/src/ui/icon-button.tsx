import { ActionIcon } from '@mantine/core'
import type { MouseEvent, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps {
  readonly icon: IconName
  /** Read aloud and shown as the tooltip. */
  readonly label: string
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly sizePx?: number
  readonly filled?: boolean
  readonly pressed?: boolean
  readonly expanded?: boolean
  /** Set by a menu or popover that opens from the button. */
  readonly 'aria-expanded'?: boolean
  readonly disabled?: boolean
  readonly loading?: boolean
  readonly destructive?: boolean
  readonly bordered?: boolean
  readonly className?: string
  readonly tabIndex?: number
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  icon,
  label,
  sizePx = 32,
  filled,
  pressed,
  'aria-expanded': opened,
  expanded = opened,
  destructive,
  bordered,
  ...button
}: IconButtonProps) {
  return (
    <Tooltip content={label} describes={false}>
      <ActionIcon
        {...button}
        type="button"
        size={sizePx}
        variant={bordered ? 'default' : 'subtle'}
        color={destructive ? 'red' : 'gray'}
        aria-label={label}
        aria-pressed={pressed}
        aria-expanded={expanded}
      >
        <Icon name={icon} filled={filled} size={sizePx >= 28 ? 18 : 16} />
      </ActionIcon>
    </Tooltip>
  )
}
