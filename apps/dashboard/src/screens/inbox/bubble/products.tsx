import type { Message } from '../../../api/kinds.ts'
import { Icon } from '../../../parts/icon.tsx'
import { language, say } from '../../../words/say.ts'
import styles from './bubble.module.css'

export function Products({ message: { product, products, catalog, purchase } }: { message: Message }) {
  return (
    <>
      {product && <Product id={product.productId ?? product.catalogId} />}
      {products?.sections.map(({ title, productIds }) => (
        <div key={productIds.join()} className={styles.buttons}>
          {title && <b>{title}</b>}
          {productIds.map((id) => (
            <Product key={id} id={id} />
          ))}
        </div>
      ))}
      {catalog && <Product id={catalog.thumbnailProductId} name={say('message.catalog')} />}
      {purchase && <Order purchase={purchase} />}
    </>
  )
}

function Product({ id, name = say('message.product') }: { id: string | null | undefined; name?: string }) {
  return (
    <div className={styles.card}>
      <Icon name="tag" size={18} />
      <span>
        <b>{name}</b> {id && <code>{id}</code>}
      </span>
    </div>
  )
}

function Order({ purchase: { items } }: { purchase: NonNullable<Message['purchase']> }) {
  return (
    <>
      <p className={styles.text}>{say('message.order', { count: items.length })}</p>
      <ul className={styles.order}>
        {items.map(({ productId, quantity, price, currency }) => (
          <li key={productId}>
            {`${quantity ?? 1} × `}
            <code>{productId}</code>
            {price !== null && <span className={styles.quiet}>{` ${money(price, currency ?? undefined)}`}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Formats a price. If the browser doesn't know the currency, its code follows the number. */
function money(amount: number, currency?: string): string {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency))
    return `${amount.toLocaleString(language())} ${currency ?? ''}`.trim()
  return new Intl.NumberFormat(language(), { style: 'currency', currency }).format(amount)
}
