import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import styles from './search-input.module.css'

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'size' | 'type'> {
  readonly label: string
  readonly size?: 'normal' | 'small'
  readonly type?: 'search' | 'text'
}

/** One line to type in what is looked for. */
export function SearchInput({
  label,
  size = 'normal',
  type = 'search',
  className,
  ...input
}: SearchInputProps) {
  return (
    <span className={className ? `${styles.box} ${className}` : styles.box} data-size={size}>
      <Icon name="search" size={16} />
      <input {...input} type={type} aria-label={label} placeholder={label} className={styles.input} />
    </span>
  )
}
