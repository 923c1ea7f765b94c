// A program with the arguments URL COUNT CONCURRENCY [CONTENT-TYPE BODY]: it sends COUNT posts, CONCURRENCY at once, and
// prints the elapsed seconds and the CPU seconds. The bare multi interface of libcurl: the upper bound for the speed of
// a delivery.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../Sources/CLibraries/libcurl.h"

static struct curl_functions curl;

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes, (void)context;
  return size * count;
}

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int fail(const char *reason) {
  fprintf(stderr, "%s\n", reason);
  return EXIT_FAILURE;
}

// Ends with the answers to all posts. A missing answer ends the program.
static void run(void *multi, void **handles, int concurrency, long count) {
  long begun = 0, ended = 0;
  for (int index = 0; index < concurrency && begun < count; index++, begun++) curl.multi_add_handle(multi, handles[index]);
  while (ended < count) {
    int number = 0;
    curl.multi_perform(multi, &number);
    struct curl_message *message;
    while ((message = curl.multi_info_read(multi, &number)) != NULL) {
      void *easy = message->easy;
      if (message->data.result != CURLE_OK) exit(fail(curl.easy_strerror(message->data.result)));
      curl.multi_remove_handle(multi, easy);
      ended++;
      if (begun++ < count) curl.multi_add_handle(multi, easy);
    }
    if (ended < count) curl.multi_poll(multi, NULL, 0, 1000, &number);
  }
}

int main(int count, char **words) {
  if (count != 4 && count != 6) return fail("needs URL COUNT CONCURRENCY [CONTENT-TYPE BODY]");
  const char *problem = curl_load(&curl);
  if (problem != NULL) return fail(problem);
  long posts = atol(words[2]);
  int concurrency = atoi(words[3]);
  if (posts < 1 || concurrency < 1) return fail("COUNT and CONCURRENCY are positive numbers");
  const char *body = count == 6 ? words[5] : "{\"time\":1700000000,\"smid\":\"uid-10000000\"}";
  char type[256];
  snprintf(type, sizeof type, "Content-Type: %s", count == 6 ? words[4] : "application/json");

  struct curl_slist *headers = curl.slist_append(NULL, type);
  headers = curl.slist_append(headers, "Authorization: Bearer rtoken@bench");
  headers = curl.slist_append(headers, "Request-ID: 00000000-0000-4000-8000-000000000000");
  void *multi = curl.multi_init();
  void **handles = calloc((size_t)concurrency, sizeof(void *));
  for (int index = 0; index < concurrency; index++) {
    void *easy = handles[index] = curl.easy_init();
    curl_set_object(&curl, easy, CURLOPT_URL, words[1]);
    curl_set_object(&curl, easy, CURLOPT_PROXY, "");
    curl_set_number(&curl, easy, CURLOPT_POST, 1);
    curl_set_body(&curl, easy, body, (long long)strlen(body));
    curl_set_object(&curl, easy, CURLOPT_HTTPHEADER, headers);
    curl_set_receiver(&curl, easy, CURLOPT_WRITEFUNCTION, take);
  }
  run(multi, handles, concurrency, 50);
  double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  run(multi, handles, concurrency, posts);
  printf("%f %f\n", seconds(CLOCK_MONOTONIC) - start, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
  return EXIT_SUCCESS;
}
