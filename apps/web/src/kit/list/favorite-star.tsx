import { IconButton } from '../../ui/icon-button.tsx'
import { updateSettings, useSettings } from '../session/session-store.ts'

/** Pins a page to the sidebar and to Home. */
export function FavoriteStar({ page, title }: { readonly page: string; readonly title: string }) {
  const { favorites } = useSettings()
  const starred = favorites.includes(page)
  const toggle = () =>
    void updateSettings({
      favorites: starred ? favorites.filter((path) => path !== page) : [...favorites, page],
    })
  return (
    <IconButton
      icon="star"
      filled={starred}
      pressed={starred}
      label={starred ? `Remove ${title} from favorites` : `Add ${title} to favorites`}
      sizePx={28}
      onClick={toggle}
    />
  )
}
