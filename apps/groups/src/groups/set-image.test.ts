import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { changeOf, createdGroup, jpeg, useGroupProvider } from '../groups.fixture.ts'

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

  it('setImage with another one while the first is on its way: each outcome is that of its own image', async () => {
    const made = await createdGroup(fixture)
    const setImage = (side: number) =>
      made.api().groups.setImage.mutate({ id: made.id, content: jpeg(side, side) }, made.caller)
    fixture.withheld.add(made.number)
    const sums = [(await setImage(640)).changes[0]?.to, (await setImage(641)).changes[0]?.to]
    const requested = `select request_id as request from group_job where group_id = $1 and status = 'requested'`
    const [job] = await until(async () => {
      const jobs = await fixture.service.rows<{ request: string }>(requested, [made.id])
      return jobs.length === 1 && jobs
    })
    const profile_picture = { mime_type: 'image/jpeg', update_successful: true }
    // Before any report of the simulator, which may have taken the second image by now.
    const at = Math.floor(Date.now() / 1000) - 60
    await made.report('group_settings_update', { request_id: job?.request, profile_picture }, at)
    const first = await made.until(({ image }) => image !== null)
    expect(first.image).toMatchObject({ sha256: sums[0] })
    expect(changeOf(first, 'image')).toMatchObject({ to: sums[1], status: 'pending' })
    fixture.withheld.delete(made.number)
    expect((await made.settled('image', 'applied')).image).toMatchObject({ sha256: sums[1] })
  })
})
