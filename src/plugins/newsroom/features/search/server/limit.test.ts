import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { limitOf } from './limit';

const response = (closed = false) => Object.assign(new EventEmitter(), { closed }) as EventEmitter & ServerResponse;

describe('an answer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('has a limit of time', () => {
    const limit = limitOf(response(), 3_000);
    jest.advanceTimersByTime(2_999);
    expect(limit.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(limit.aborted).toBe(true);
  });

  it('ends once nobody waits for it, which may be before it begins', () => {
    const res = response();
    const limit = limitOf(res, 3_000);
    res.emit('close');
    expect([limit.aborted, limitOf(response(true), 3_000).aborted, jest.getTimerCount()]).toEqual([true, true, 0]);
  });
});
