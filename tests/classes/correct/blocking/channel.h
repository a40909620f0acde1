// heddle: none
// SPDX-License-Identifier: Apache-2.0
#ifndef CHANNEL_H
#define CHANNEL_H

/** A bounded queue that senders and receivers wait for. After channel_close() nobody waits any
 *  more: sending fails, and receiving fails once the queue is empty. */
typedef struct channel channel;

/** Make an open channel for 1 to 1024 values; NULL when the capacity is wrong or there is no
 * memory. */
channel *channel_new(int capacity);

/** Free the channel. No other thread may use it any more. */
void channel_free(channel *channel);

/** Append a value, waiting while the queue is full; -1 when the channel is closed. @heddle blocking
 */
int channel_send(channel *channel, int value);

/** Append a value if there is room; -1 when there is none or the channel is closed. */
int channel_try_send(channel *channel, int value);

/** Take the oldest value, waiting while there is none; -1 when the channel is closed and empty.
 * @heddle blocking */
int channel_receive(channel *channel, int *value);

/** Take the oldest value if there is one; -1 otherwise. */
int channel_try_receive(channel *channel, int *value);

/** Let everybody who waits go, and nobody wait any more; -1 when it was closed before. */
int channel_close(channel *channel);

/** How many values wait to be received. */
int channel_length(channel *channel);

#endif
