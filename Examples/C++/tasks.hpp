// The tasks, and the file that keeps them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace todo {

struct Task {
    std::int64_t identifier = 0;
    bool done = false;
    std::string colour;  // six hexadecimal digits, or nothing
    std::string text;
};

// Whether it is six hexadecimal digits.
bool is_colour(std::string_view hex);

class Tasks {
public:
    static constexpr std::size_t limit = 2000;
    static constexpr std::size_t text_limit = 500;  // bytes

    // Reads those that were kept in the directory; without one nothing is kept.
    explicit Tasks(std::string_view directory);

    const std::vector<Task> &all() const { return tasks; }
    const Task *find(std::int64_t identifier) const;

    // Each keeps what it changes before anybody sees it: when it throws, all is as it was.
    void add(std::string_view text);
    void change(const Task &task);
    void remove(std::int64_t identifier);

    // The text of a task as it may be kept; throws where it may not.
    /* Whether it could be a task's text. */
    static bool is_task(std::string_view text);
    static std::string checked(std::string_view text);

private:
    void keep(std::vector<Task> changed);

    std::filesystem::path file;
    std::vector<Task> tasks;
};

}  // namespace todo
