import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { createdGroup, jpeg, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

describe('the image of a group', () => {
  it('setImage takes a square JPEG and shows it once the provider has it; any other is refused at once', async () => {
    const made = await createdGroup(fixture)
    const setImage = (content: string) => made.api().groups.setImage.mutate({ id: made.id, content }, made.caller)
    for (const content of [jpeg(192, 193), jpeg(191, 191), 'R0lGODlhAQ=='])
      await expect(setImage(content)).rejects.toMatchObject({ data: { fault: { code: 'group:image_invalid' } } })
    for (const [faulty, path] of [[{}, 'content'] as const, [{ file: newId('file') }, 'file'] as const])
      await expect(made.api().groups.setImage.mutate({ id: made.id, ...faulty }, made.caller)).rejects.toMatchObject({
        data: { fault: { errors: expect.arrayContaining([expect.objectContaining({ path })]) } },
      })
    const { changes } = await setImage(jpeg(640, 640))
    const group = await made.settled('image', 'applied')
    expect(group.image).toMatchObject({ sha256: changes[0]?.to })
    expect(await fixture.service.rows('select 1 from group_job where group_id = $1', [made.id])).toEqual([])
  })
})
