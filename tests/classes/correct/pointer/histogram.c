// heddle: none
// SPDX-License-Identifier: Apache-2.0
#include "histogram.h"

#include <stdatomic.h>
#include <stdlib.h>

struct histogram {
	int buckets;
	int width;
	atomic_ulong counts[];
};

histogram *histogram_new(int buckets, int width)
{
	if (buckets < 1 || buckets > 256 || width < 1) {
		return NULL;
	}
	histogram *histogram =
		malloc(sizeof *histogram + (size_t)buckets * sizeof histogram->counts[0]);
	if (!histogram) {
		return NULL;
	}
	histogram->buckets = buckets;
	histogram->width = width;
	for (int i = 0; i < buckets; i++) {
		atomic_init(&histogram->counts[i], 0);
	}
	return histogram;
}

void histogram_free(histogram *histogram)
{
	free(histogram);
}

unsigned long histogram_add(histogram *histogram, int value)
{
	int bucket = value < 0 ? 0 : value / histogram->width;
	if (bucket >= histogram->buckets) {
		bucket = histogram->buckets - 1;
	}
	return atomic_fetch_add(&histogram->counts[bucket], 1) + 1;
}

unsigned long histogram_count(histogram *histogram, int bucket)
{
	if (bucket < 0 || bucket >= histogram->buckets) {
		return 0;
	}
	return atomic_load(&histogram->counts[bucket]);
}

unsigned long histogram_total(histogram *histogram)
{
	unsigned long total = 0;
	for (int i = 0; i < histogram->buckets; i++) {
		total += atomic_load(&histogram->counts[i]);
	}
	return total;
}

int histogram_buckets(const histogram *histogram)
{
	return histogram->buckets;
}
